import type { JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { detectShape, type Shape } from '../../src/input/detect-shape.ts';

const user = { role: 'user', content: 'hello' };

test.each<readonly [Shape | undefined, JsonValue]>([
  ['history', []],
  ['history', [{ speaker: 'human', blocks: [] }]],
  ['history', [user]],
  ['history', { contents: [{ speaker: 'human', blocks: [] }], target: 'anthropic' }],
  ['history', { contents: [] }],
  ['history', { speaker: 'human', blocks: [] }],
  ['gemini', { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }],
  ['gemini', { contents: [null, { parts: [] }] }],
  ['openai-responses', { input: [] }],
  ['openai-responses', { model: 'gpt-5.4', input: 'hello' }],
  ['anthropic-messages', { messages: [user], max_tokens: 1 }],
  ['anthropic-messages', { messages: [user], system: 'x' }],
  ['anthropic-messages', { messages: [user], tools: [{ name: 'read', input_schema: {} }] }],
  ['anthropic-messages', { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b' }] }] }],
  ['anthropic-messages', { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }] }],
  ['anthropic-messages', { messages: [{ role: 'system', content: 'x' }, user], max_tokens: 1, stop_sequences: [] }],
  ['openai-chat', { messages: [] }],
  ['openai-chat', { messages: [user] }],
  ['openai-chat', { messages: [{ role: 'system', content: 'x' }, user], max_tokens: 1 }],
  ['openai-chat', { messages: [user], max_tokens: 1, stop: ['x'] }],
  ['openai-chat', { messages: [user], tools: [{ type: 'function', function: { name: 'read' } }], max_tokens: 1 }],
  ['openai-chat', { messages: [{ role: 'assistant', tool_calls: [] }], max_tokens: 1 }],
  ['openai-chat', { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: [] }] }] }],
  ['ollama-chat', { messages: [user], options: { temperature: 1 } }],
  ['ollama-chat', { messages: [user], think: false }],
  ['ollama-chat', { messages: [{ role: 'user', content: 'x', images: ['aGk='] }] }],
  ['ollama-chat', { messages: [{ role: 'tool', content: 'x', tool_name: 'read' }] }],
  [undefined, {}],
  [undefined, { messages: 'x' }],
  [undefined, { contents: 'x' }],
  [undefined, 'x'],
  [undefined, 1],
  [undefined, null],
])('%s: %j', (shape, value) => {
  expect(detectShape(value)).toBe(shape);
});
