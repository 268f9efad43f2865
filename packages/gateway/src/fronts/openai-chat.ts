/** Chat Completions, for OpenAI's SDKs and everything compatible with them. */
import { asObject, asText, protocolOf, writeSse } from '@interlock/wire';
import { reshapeChatCalls } from './chat-custom-tools.ts';
import type { Front } from './front.ts';
import { knowsOnlyFunctions, reshapeFunctionCalls } from './legacy-functions.ts';
import { openaiFailure } from './openai-failure.ts';
import { allOf } from './read-fields.ts';

const protocol = protocolOf('openai-chat');

export const openaiChat: Front = {
  protocol,
  streamType: 'text/event-stream; charset=utf-8',
  writeFrame: writeSse,
  idPrefix: 'chatcmpl-',
  // Its type names the field that it is in.
  isOwnTool: (tool) => asObject(tool[asText(tool['type'])]) !== undefined,
  headers: (requestId) => ({ 'x-request-id': requestId }),
  wantsStream: (body) => body['stream'] === true,
  wantsUsage: (body) => asObject(body['stream_options'])?.['include_usage'] === true,
  passedHeaders: ['openai-beta'],
  readFields: {
    ...allOf('model', 'messages', 'tools', 'functions', 'max_tokens', 'max_completion_tokens', 'temperature', 'top_p'),
    ...allOf('stop', 'tool_choice', 'function_call', 'parallel_tool_calls', 'stream', 'stream_options', 'n'),
    ...allOf('reasoning_effort', 'thinking', 'enable_thinking', 'thinking_budget', 'reasoning', 'prompt_cache_key'),
    ...allOf('top_k', 'min_p', 'seed', 'random_seed', 'frequency_penalty', 'presence_penalty', 'repetition_penalty'),
    ...allOf('verbosity', 'service_tier', 'user', 'safety_identifier'),
    response_format: { type: true, json_schema: allOf('name', 'schema') },
  },
  takesOneCall: knowsOnlyFunctions,
  reshape: (body) => reshapeFunctionCalls(body) ?? reshapeChatCalls(body),
  encodeFailure: (failure) => openaiFailure(protocol, failure),
  refuse: (body) => {
    const n = body['n'];
    if (typeof n !== 'number' || n <= 1) return undefined;
    return { reason: 'invalid-request', message: 'n must be 1: the gateway gives one answer to a request.' };
  },
};
