/** A whole response object as the events of a reply. The end of a stream is read by the same functions. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { Failure } from '../../../failure/failure.ts';
import { asNumber, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent, StopReason, Usage } from '../../../reply/events.ts';
import { readFailure } from '../failures.ts';
import { OutputReading } from './output-reading.ts';

export function decodeResponse(body: JsonValue): readonly ReplyEvent[] {
  const response = asObject(body) ?? {};
  const output = new OutputReading();
  return [startOf(response), ...endOf(response, output)];
}

export function startOf(response: JsonObject): ReplyEvent {
  const id = asText(response['id']);
  const model = asText(response['model']);
  return { type: 'reply-start', ...(id === '' ? {} : { id }), ...(model === '' ? {} : { model }) };
}

/** Everything that a response says which `output` has not read yet, to the end of the reply. */
export function endOf(response: JsonObject, output: OutputReading): readonly ReplyEvent[] {
  const failure = failureOf(response);
  // What a failed response holds may be cut off anywhere: only what came before stays.
  const events = failure === undefined ? output.close(response['output'], isComplete(response)) : output.breakOff();
  const usage = usageOf(response['usage']);
  return [
    ...events,
    ...(usage === undefined ? [] : [{ type: 'usage', usage } as const]),
    failure === undefined ? stopOf(response, output) : { type: 'reply-error', failure },
  ];
}

/** Servers that say nothing of a status, but answer, are done. */
function isComplete(response: JsonObject): boolean {
  return response['status'] !== 'incomplete';
}

function failureOf(response: JsonObject): Failure | undefined {
  const status = asText(response['status']);
  if (status === 'failed' || asObject(response['error']) !== undefined) return readFailure(response);
  if (status === 'completed' || status === 'incomplete') return undefined;
  if (status !== '') return { reason: 'server', message: `The response is ${status}, not completed.` };
  if (response['output'] === undefined) return { reason: 'server', message: 'The body is not a response.' };
  return undefined;
}

function stopOf(response: JsonObject, { progress }: OutputReading): ReplyEvent {
  if (isComplete(response)) {
    if (progress.refused) return { type: 'reply-end', stop: 'content-filter', rawStop: 'refusal' };
    return { type: 'reply-end', stop: progress.called ? 'tool-calls' : 'end', rawStop: 'completed' };
  }
  const reason = asText(asObject(response['incomplete_details'])?.['reason']);
  return { type: 'reply-end', stop: incomplete.get(reason) ?? 'error', rawStop: reason || 'incomplete' };
}

const incomplete: ReadonlyMap<string, StopReason> = new Map([
  ['max_output_tokens', 'max-tokens'],
  ['content_filter', 'content-filter'],
]);

function usageOf(value: JsonValue | undefined): Usage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  const read = asObject(usage['input_tokens_details']);
  const written = asObject(usage['output_tokens_details']);
  return {
    input: asNumber(usage['input_tokens']) ?? 0,
    output: asNumber(usage['output_tokens']) ?? 0,
    ...part('cacheRead', read?.['cached_tokens']),
    ...part('cacheWrite', read?.['cache_write_tokens']),
    ...part('reasoning', written?.['reasoning_tokens']),
  };
}

/** A part of nothing is no part. */
function part(name: 'cacheRead' | 'cacheWrite' | 'reasoning', value: JsonValue | undefined): Partial<Usage> {
  const tokens = asNumber(value) ?? 0;
  return tokens > 0 ? { [name]: tokens } : {};
}
