/**
 * The Responses API, for OpenAI's SDKs and for Codex. Responses are stored; conversations and prompts are not, so requests that refer to them
 * are refused.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { type Failure, protocolOf, type ReplyEvent, writeSse } from '@interlock/wire';
import { responsesCompaction } from './compaction.ts';
import { reshapeCustomCalls, withPlainItems } from './custom-tools.ts';
import type { Front } from './front.ts';
import { noPrevious, noResponse, openaiFailure } from './openai-failure.ts';
import { allOf } from './read-fields.ts';

const protocol = protocolOf('openai-responses');

export const openaiResponses: Front = {
  protocol,
  streamType: 'text/event-stream; charset=utf-8',
  writeFrame: writeSse,
  idPrefix: 'resp_',
  isOwnTool: (tool) =>
    tool['type'] !== undefined && tool['function'] === undefined && tool['input_schema'] === undefined,
  headers: (requestId) => ({ 'x-request-id': requestId }),
  wantsStream: (body) => body['stream'] === true,
  passedHeaders: ['openai-beta'],
  readFields: {
    ...allOf('model', 'input', 'instructions', 'tools', 'max_output_tokens', 'temperature', 'top_p', 'tool_choice'),
    ...allOf('parallel_tool_calls', 'reasoning', 'stream', 'prompt_cache_key', 'store'),
    ...allOf('service_tier', 'user', 'safety_identifier'),
    ...allOf('previous_response_id', 'conversation', 'prompt', 'background'),
    text: { format: allOf('type', 'name', 'schema'), verbosity: true },
    include: allOf('reasoning.encrypted_content'),
  },
  readable: withPlainItems,
  leading: new Set(['reasoning']),
  controls: new Set(['additional_tools']),
  reshape: reshapeCustomCalls,
  repeated: ['metadata'],
  stores: true,
  refuse: refuseStored,
  streamed: withoutItem,
  compaction: responsesCompaction,
  encodeFailure: (failure) => openaiFailure(protocol, failure),
};

const stored: Readonly<Record<string, string>> = {
  conversation:
    'conversation is not supported: the gateway stores no conversations. Send the whole conversation in input.',
  prompt: 'prompt is not supported: the gateway stores no prompts. Send instructions and input.',
};

function refuseStored(body: JsonObject): Failure | undefined {
  if (body['background'] === true) {
    return refusal('background mode is not supported: the gateway answers while the client waits. Omit background.');
  }
  const field = Object.keys(stored).find((name) => (body[name] ?? null) !== null);
  return field === undefined ? undefined : refusal(stored[field] ?? '');
}

/** `id`: as the client sent it. */
export function previousNotFound(id: JsonValue): Failure {
  const message = `Previous response with id '${shown(id)}' not found. Send the whole conversation in input.`;
  return { reason: 'invalid-request', message, code: noPrevious };
}

export function responseNotFound(id: string): Failure {
  return { reason: 'invalid-request', message: `Response with id '${shown(id)}' not found.`, code: noResponse };
}

function shown(id: JsonValue): string {
  return (typeof id === 'string' ? id : jsonText(id)).slice(0, 200);
}

function refusal(message: string): Failure {
  return { reason: 'invalid-request', message };
}

/**
 * Unless the target speaks this API, the id of an item is known only when it ends, and clients refuse an item whose id changes. So streams
 * leave it out; the stored answer has it.
 */
function withoutItem(event: ReplyEvent): ReplyEvent {
  if (!('seal' in event) || event.seal?.item === undefined || event.type === 'provider-result') return event;
  const { item: _, ...seal } = event.seal;
  return { ...event, seal };
}
