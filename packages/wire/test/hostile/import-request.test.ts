/** Very deeply nested bodies are read like any other, without a stack overflow. */
import type { JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { importRequest, type ProtocolName } from '../../src/index.ts';

const nested = (open: string, inside: string, close: string): JsonValue =>
  JSON.parse(open.repeat(20_000) + inside + close.repeat(20_000));
const lists = nested('[', '"x"', ']');
const results = nested('{"type":"tool_result","tool_use_id":"a","content":[', '"x"', ']}');
const namespaces = nested('{"type":"namespace","tools":[', '{"type":"function","name":"x"}', ']}');

test.each<readonly [string, ProtocolName, JsonValue]>([
  [
    'lists in an Anthropic result',
    'anthropic-messages',
    { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: lists }] }] },
  ],
  ['results in an Anthropic result', 'anthropic-messages', { messages: [{ role: 'user', content: [results] }] }],
  ['lists in a tool message', 'openai-chat', { messages: [{ role: 'tool', tool_call_id: 'a', content: lists }] }],
  ['results in a tool message', 'openai-chat', { messages: [{ role: 'tool', content: [results] }] }],
  ['results in a message of Chat', 'openai-chat', { messages: [{ role: 'user', content: [results] }] }],
  [
    'lists in an output',
    'openai-responses',
    { input: [{ type: 'function_call_output', call_id: 'a', output: lists }] },
  ],
  ['results in an item', 'openai-responses', { input: [{ role: 'user', content: [results] }] }],
  ['namespaces of tools', 'openai-responses', { input: 'x', tools: [namespaces] }],
  ['lists in a response', 'gemini', { contents: [{ parts: [{ functionResponse: { name: 'a', response: lists } }] }] }],
  ['results in a message of Ollama', 'ollama-chat', { messages: [{ role: 'user', content: [results] }] }],
])('%s', (_, protocol, body) => {
  expect(importRequest(protocol, body).contents).toHaveLength(1);
});
