/** The response object: of a complete reply, and in the first and last events of a stream. */
import type { JsonObject } from '@interlock/transcript';
import { asObjects } from '../../../json/json.ts';
import type { ReplyEvent, StopReason, Usage } from '../../../reply/events.ts';
import { OwnFields } from '../../../reply/own-fields.ts';
import type { ReplyHead } from '../../protocol.ts';
import { failedError } from '../failures.ts';

export type ReplyOutcome = Extract<ReplyEvent, { type: 'reply-end' | 'reply-error' }> | undefined;

export function responseObject(
  head: ReplyHead,
  output: readonly JsonObject[],
  status: string,
  outcome: ReplyOutcome,
  usage: Usage | undefined,
  own: OwnFields = new OwnFields('openai-responses'),
): JsonObject {
  return {
    id: head.id,
    object: 'response',
    created_at: head.created,
    status,
    error: outcome?.type === 'reply-error' ? failedError(outcome.failure) : errorOf(status),
    incomplete_details: status === 'incomplete' ? { reason: incompleteReason(outcome) } : null,
    instructions: null,
    max_output_tokens: null,
    model: head.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: usage === undefined ? null : { ...usageObject(usage), ...own.at('usage') },
    metadata: {},
    ...own.at('response'),
    ...head.fields,
  };
}

/** An unfinished reply was cut off. A refusal in this API's own form is a complete answer. */
export function statusOf(outcome: ReplyOutcome, output: readonly JsonObject[]): 'completed' | 'incomplete' | 'failed' {
  if (outcome?.type !== 'reply-end' || outcome.stop === 'error') return 'failed';
  if (outcome.stop === 'content-filter' && output.some(isRefusal)) return 'completed';
  return incompleteReasons[outcome.stop] === undefined ? 'completed' : 'incomplete';
}

function isRefusal({ content }: JsonObject): boolean {
  return asObjects(content).some(({ type }) => type === 'refusal');
}

const incompleteReasons: Readonly<Partial<Record<StopReason, string>>> = {
  'max-tokens': 'max_output_tokens',
  'content-filter': 'content_filter',
};

function incompleteReason(outcome: ReplyOutcome): string {
  return (outcome?.type === 'reply-end' ? incompleteReasons[outcome.stop] : undefined) ?? 'max_output_tokens';
}

function errorOf(status: string): JsonObject | null {
  return status === 'failed' ? failedError({ reason: 'server', message: 'The reply was cut off.' }) : null;
}

function usageObject({ input, output, cacheRead, cacheWrite, reasoning }: Usage): JsonObject {
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: cacheRead ?? 0,
      ...(cacheWrite === undefined ? {} : { cache_write_tokens: cacheWrite }),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning ?? 0 },
    total_tokens: input + output,
  };
}
