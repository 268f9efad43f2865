/** What a JSON value is meant to be: a history, or a request body in one of the protocols. Told by its fields. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { ProtocolName } from '@interlock/wire';
import { listAt, objectsIn, recordOf } from './read-json.ts';

export type Shape = 'history' | ProtocolName;

/** Undefined where nothing tells. A list is a history, sound or not. */
export function detectShape(value: JsonValue): Shape | undefined {
  if (Array.isArray(value)) return 'history';
  const record = recordOf(value);
  if (record === undefined) return undefined;
  if (Array.isArray(record['contents'])) {
    return listAt(record, 'contents').some((entry) => has(entry, 'parts')) ? 'gemini' : 'history';
  }
  if (Array.isArray(record['messages'])) return detectMessages(record);
  if (Array.isArray(record['input']) || typeof record['input'] === 'string') return 'openai-responses';
  return typeof record['speaker'] === 'string' ? 'history' : undefined;
}

/** Three protocols call their list `messages`. What only one of them has decides; `max_tokens` alone is Anthropic's duty. */
function detectMessages(body: JsonObject): ProtocolName {
  const messages = objectsIn(body, 'messages');
  const tools = objectsIn(body, 'tools');
  if (isAnthropic(body, messages, tools)) return 'anthropic-messages';
  if (isOllama(body, messages)) return 'ollama-chat';
  if (isChat(body, messages, tools)) return 'openai-chat';
  return body['max_tokens'] === undefined ? 'openai-chat' : 'anthropic-messages';
}

const anthropicFields: readonly string[] = ['system', 'anthropic_version', 'stop_sequences', 'output_config'];
const anthropicBlocks: readonly unknown[] = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'document'];
const chatFields: readonly string[] = [
  ...['max_completion_tokens', 'stream_options', 'reasoning_effort', 'parallel_tool_calls', 'response_format'],
  ...['frequency_penalty', 'presence_penalty', 'logit_bias', 'logprobs', 'n', 'seed', 'stop', 'user'],
];
const ollamaFields: readonly string[] = ['options', 'keep_alive', 'think', 'format', 'truncate', 'shift'];
const chatRoles: readonly unknown[] = ['system', 'developer', 'tool', 'function'];

function isAnthropic(body: JsonObject, messages: readonly JsonObject[], tools: readonly JsonObject[]): boolean {
  return (
    anthropicFields.some((field) => has(body, field)) ||
    tools.some((tool) => has(tool, 'input_schema')) ||
    // `thinking` is a block of Mistral's too, but never without a list inside.
    messages.some((message) =>
      objectsIn(message, 'content').some(
        ({ type, thinking }) => anthropicBlocks.includes(type) && !Array.isArray(thinking),
      ),
    )
  );
}

function isOllama(body: JsonObject, messages: readonly JsonObject[]): boolean {
  return (
    ollamaFields.some((field) => has(body, field)) ||
    messages.some((message) => has(message, 'images') || has(message, 'tool_name'))
  );
}

function isChat(body: JsonObject, messages: readonly JsonObject[], tools: readonly JsonObject[]): boolean {
  return (
    chatFields.some((field) => has(body, field)) ||
    tools.some((tool) => has(tool, 'function')) ||
    messages.some((message) => has(message, 'tool_calls') || chatRoles.includes(message['role']))
  );
}

function has(value: JsonValue, field: string): boolean {
  return recordOf(value)?.[field] !== undefined;
}
