/** Thinking in the forms of any API among the parts of an answer sent to any other: it is thinking, not something that the model said. */
import type { JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { type ProtocolName, protocolOf } from '../../src/index.ts';

const forms: readonly (readonly [title: string, part: JsonObject, thought: string])[] = [
  ['the AI SDK and LangChain', { type: 'reasoning', text: 'Hm.' }, 'Hm.'],
  ['Responses', { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] }, 'Hm.'],
  ['Messages', { type: 'thinking', thinking: 'Hm.' }, 'Hm.'],
  ['Messages, without words', { type: 'redacted-reasoning', data: 'x' }, ''],
  ['Gemini', { text: 'Hm.', thought: true }, 'Hm.'],
  ['Converse', { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'x' } } }, 'Hm.'],
];

const requests: readonly (readonly [name: ProtocolName, request: (part: JsonObject) => JsonObject])[] = [
  ...(['anthropic-messages', 'openai-chat', 'ollama-chat'] as const).map(
    (name) =>
      [
        name,
        (part: JsonObject): JsonObject => ({
          messages: [{ role: 'assistant', content: [part, { type: 'text', text: 'Yes.' }] }],
        }),
      ] as const,
  ),
  ['openai-responses', (part) => ({ input: [{ role: 'assistant', content: [part, { type: 'text', text: 'Yes.' }] }] })],
  ['gemini', (part) => ({ contents: [{ role: 'model', parts: [part, { text: 'Yes.' }] }] })],
];

describe.each(requests)('%s', (name, request) => {
  test.each(forms)('%s', (_, part, thought) => {
    const { contents, problems } = protocolOf(name).decodeRequest(request(part));
    const blocks = contents.flatMap((content) => content.blocks);
    const expected = thought === '' ? [] : [expect.objectContaining({ type: 'thinking', thought })];
    expect(blocks).toEqual([...expected, { type: 'text', text: 'Yes.' }]);
    // Ollama's content should be a string.
    const unread = problems.filter(({ path }) => path.includes('content.') || path.includes('parts'));
    expect(unread).toEqual([]);
  });

  test('a refusal is said', () => {
    const { contents } = protocolOf(name).decodeRequest(request({ type: 'refusal', refusal: 'No.' }));
    expect(JSON.stringify(contents)).toContain('No.');
  });
});
