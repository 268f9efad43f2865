/** Reads a complete response object as reply events. The end of a stream uses the same functions. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { Failure } from '../../../failure/failure.ts';
import { asNumber, asObject, asText, parseJson } from '../../../json/json.ts';
import type { ReplyEvent, StopReason, Usage } from '../../../reply/events.ts';
import { replyFields } from '../../../reply/own-fields.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Decoding, DecodingOptions } from '../../protocol.ts';
import { readFailure } from '../failures.ts';
import type { ItemKind } from '../provider-item.ts';
import { OutputReading } from './output-reading.ts';

export function decodeResponse(body: JsonValue, options?: DecodingOptions): readonly ReplyEvent[] {
  const response = asObject(body) ?? {};
  const output = new OutputReading(options);
  return [startOf(response), ...endOf(response, output)];
}

export function startOf(response: JsonObject): ReplyEvent {
  const id = asText(response['id']);
  const model = asText(response['model']);
  return { type: 'reply-start', ...(id === '' ? {} : { id }), ...(model === '' ? {} : { model }) };
}

/** Reads the rest of a response that `output` has not read yet, up to the end of the reply. */
export function endOf(response: JsonObject, output: OutputReading): readonly ReplyEvent[] {
  const failure = failureOf(response);
  // A failed response may be cut off anywhere: only what came before is kept.
  const events = failure === undefined ? output.close(response['output'], isComplete(response)) : output.breakOff();
  const usage = usageOf(response['usage']);
  return [
    ...events,
    ...(output.progress.ownFields ? ownFieldsOf(response) : []),
    ...(usage === undefined ? [] : [{ type: 'usage', usage } as const]),
    failure === undefined ? stopOf(response, output) : { type: 'reply-error', failure },
  ];
}

/** The server's settings, tiers, times, counts by type. */
function ownFieldsOf(response: JsonObject): readonly ReplyEvent[] {
  return [
    ...replyFields('openai-responses', 'response', response, readOfResponse),
    ...replyFields('openai-responses', 'usage', asObject(response['usage']), readOfUsage),
  ];
}

const readOfResponse: ReadonlySet<string> = new Set([
  ...['id', 'object', 'created_at', 'status', 'error', 'incomplete_details', 'model', 'output', 'usage'],
  'previous_response_id',
]);
const readOfUsage: ReadonlySet<string> = new Set([
  ...['input_tokens', 'output_tokens', 'total_tokens', 'input_tokens_details', 'output_tokens_details'],
]);

/** Servers that send no status, but an answer, are done. */
function isComplete(response: JsonObject): boolean {
  return response['status'] !== 'incomplete';
}

function failureOf(response: JsonObject): Failure | undefined {
  const status = asText(response['status']);
  if (status === 'failed' || asObject(response['error']) !== undefined) return readFailure(response);
  if (unfinished.has(status)) return { reason: 'server', message: `The response is ${status}, not completed.` };
  if (status === 'completed' || status === 'incomplete') return undefined;
  if (response['output'] === undefined) return { reason: 'server', message: 'The body is not a response.' };
  return undefined;
}

/** Any other word comes from a server with words of its own, and with the answer. */
const unfinished: ReadonlySet<string> = new Set(['queued', 'in_progress', 'cancelled']);

function stopOf(response: JsonObject, { progress }: OutputReading): ReplyEvent {
  if (isComplete(response)) {
    if (progress.refused) return { type: 'reply-end', stop: 'content-filter', rawStop: 'refusal' };
    return { type: 'reply-end', stop: progress.called ? 'tool-calls' : 'end', rawStop: 'completed' };
  }
  const reason = asText(asObject(response['incomplete_details'])?.['reason']);
  return { type: 'reply-end', stop: incomplete.get(reason) ?? 'error', rawStop: reason || 'incomplete' };
}

const incomplete: ReadonlyMap<string, StopReason> = new Map([
  // No reason is given: the answer was cut, and clients must not take it for a whole one.
  ['', 'max-tokens'],
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

/** An empty part does not count. */
function part(name: 'cacheRead' | 'cacheWrite' | 'reasoning', value: JsonValue | undefined): Partial<Usage> {
  const tokens = asNumber(value) ?? 0;
  return tokens > 0 ? { [name]: tokens } : {};
}

/** The events of a streamed response as reply events. Unknown events are ignored. */
export function startDecoding(options?: DecodingOptions): Decoding {
  return new StreamDecoding(options);
}

/** Events with a chunk of an item, by the item's type. */
const pieces: ReadonlyMap<string, ItemKind> = new Map<string, ItemKind>([
  ['response.output_text.delta', 'message'],
  ['response.output_text.done', 'message'],
  ['response.output_text.annotation.added', 'message'],
  ['response.refusal.delta', 'message'],
  ['response.refusal.done', 'message'],
  ['response.reasoning_summary_part.added', 'reasoning'],
  ['response.reasoning_summary_text.delta', 'reasoning'],
  ['response.reasoning_summary_text.done', 'reasoning'],
  ['response.reasoning_text.delta', 'reasoning'],
  ['response.reasoning_text.done', 'reasoning'],
  ['response.function_call_arguments.delta', 'call'],
  ['response.function_call_arguments.done', 'call'],
]);

class StreamDecoding implements Decoding {
  readonly #output: OutputReading;
  #started = false;
  #id = '';
  #over = false;
  /** The server ended the stream in the older API's way. */
  #saidDone = false;

  constructor(options: DecodingOptions | undefined) {
    this.#output = new OutputReading(options);
  }

  frame({ event, data }: Frame): readonly ReplyEvent[] {
    if (this.#over) return [];
    if (data.trim() === '[DONE]') this.#saidDone = true;
    const body = asObject(parseJson(data));
    if (body === undefined) return this.#unreadable(data);
    const type = asText(body['type']) || (event ?? '');
    return this.#terminal(type, body) ?? this.#begun(type, body);
  }

  end(): readonly ReplyEvent[] {
    if (this.#over) return [];
    if (this.#saidDone && !this.#output.isEmpty && !this.#output.hasOpen) {
      this.#over = true;
      return [...this.#start({}), ...endOf({ status: 'completed' }, this.#output)];
    }
    return this.#breakOff('The stream ended before the response was complete.');
  }

  /** Keep-alive lines of proxies are not JSON at all; incomplete JSON is an answer with a gap. */
  #unreadable(data: string): readonly ReplyEvent[] {
    return data.trimStart().startsWith('{') ? this.#breakOff('The stream has an incomplete event.') : [];
  }

  #breakOff(message: string): readonly ReplyEvent[] {
    this.#over = true;
    const failure = { reason: 'network', message } as const;
    return [...this.#start({}), ...this.#output.breakOff(), { type: 'reply-error', failure }];
  }

  #terminal(type: string, body: JsonObject): readonly ReplyEvent[] | undefined {
    const end = this.#endEvents(type, body);
    if (end === undefined) return undefined;
    const start = this.#start(asObject(body['response']) ?? body);
    this.#over = true;
    return [...start, ...end];
  }

  #endEvents(type: string, body: JsonObject): readonly ReplyEvent[] | undefined {
    const response = asObject(body['response']) ?? {};
    switch (type) {
      // The name of the event decides, even if the response inside has no status or a wrong one.
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return endOf({ ...response, status: type.slice('response.'.length) }, this.#output);
      case 'error':
        return [...this.#output.breakOff(), { type: 'reply-error', failure: readFailure(body) }];
      default:
        // A server that does not stream: the whole answer is one event.
        if (body['object'] === 'response') return endOf(body, this.#output);
        // Proxies send a bare error object instead of an event.
        if (asObject(body['error']) === undefined || type.startsWith('response.')) return undefined;
        return [...this.#output.breakOff(), { type: 'reply-error', failure: readFailure(body) }];
    }
  }

  #begun(type: string, body: JsonObject): readonly ReplyEvent[] {
    if (type === 'response.created' || type === 'response.in_progress') {
      if (type === 'response.created' && this.#isAnother(body)) {
        return this.#breakOff('The stream began a second response inside the first.');
      }
      return this.#start(asObject(body['response']) ?? {});
    }
    const events = this.#itemEvents(type, body);
    return events.length === 0 ? events : [...this.#start({}), ...events];
  }

  /** A proxy that lost its connection and asked again sends both responses as one stream: neither is an answer. */
  #isAnother(body: JsonObject): boolean {
    const id = asText(asObject(body['response'])?.['id']);
    return id !== '' && this.#id !== '' && id !== this.#id && !this.#output.isEmpty;
  }

  #itemEvents(type: string, body: JsonObject): readonly ReplyEvent[] {
    if (type === 'response.output_item.added') return this.#output.added(body);
    if (type === 'response.output_item.done') return this.#output.done(body);
    if (type === 'response.content_part.added' || type === 'response.content_part.done') {
      const reasoning = asObject(body['part'])?.['type'] === 'reasoning_text';
      return this.#output.chunk(type, reasoning ? 'reasoning' : 'message', body);
    }
    const kind = pieces.get(type);
    return kind === undefined ? [] : this.#output.chunk(type, kind, body);
  }

  #start(response: JsonObject): readonly ReplyEvent[] {
    if (this.#started) return [];
    this.#started = true;
    this.#id = asText(response['id']);
    return [...(this.#output.progress.ownFields ? ownFieldsOf(response) : []), startOf(response)];
  }
}
