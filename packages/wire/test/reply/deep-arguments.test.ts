/** Answers with endlessly nested arguments: read without an exception, as arguments that are not an object. */
import { expect, test } from 'vitest';
import { prepareRequest, readResponse, type Target } from '../../src/index.ts';
import { parseArguments } from '../../src/reply/gatherer.ts';

const nested = (depth: number, open: string, close: string): string =>
  `{"value":${open.repeat(depth)}1${close.repeat(depth)}}`;

const depths = [101, 5_000, 1_000_000];
test.each(depths)('keeps text nested %d deep as text with a short note', (depth) => {
  for (const text of [nested(depth, '[', ']'), nested(depth, '{"a":', '}')]) {
    const read = parseArguments(text);
    expect(read).toMatch(/^\{"value":.*… \(cut: nested more than 100 levels deep\)$/);
    expect(String(read).length).toBeLessThan(1_100);
  }
});

test('parses text that nests less or only looks deep', () => {
  expect(parseArguments(nested(90, '[', ']'))).toEqual(JSON.parse(nested(90, '[', ']')));
  const text = `{"value":"${'['.repeat(5_000)}\\"${'{'.repeat(5_000)}"}`;
  expect(parseArguments(text)).toEqual(JSON.parse(text));
});

const google: Target = { provider: 'google', model: 'gemini-2.5-pro', key: 'k' };
const ollama: Target = { provider: 'ollama', model: 'qwen3' };
const claude: Target = { provider: 'anthropic', model: 'claude-sonnet-4-5', key: 'k' };
const bodies: readonly (readonly [string, Target, (args: string) => string])[] = [
  [
    'Gemini',
    google,
    (args) =>
      `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"look","args":${args}}}]},"finishReason":"STOP"}]}`,
  ],
  [
    'Ollama',
    ollama,
    (args) =>
      `{"model":"qwen3","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"look","arguments":${args}}}]},"done":true,"done_reason":"stop"}`,
  ],
  [
    'Anthropic',
    claude,
    (args) =>
      `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"toolu_1","name":"look","input":${args}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}`,
  ],
];
test.each(bodies)('reads an answer of %s with an object 5,000 or 300,000 levels deep', (_, target, bodyOf) => {
  const request = prepareRequest({
    target,
    contents: [{ speaker: 'human', blocks: [{ type: 'text', text: 'Look.' }] }],
    tools: [{ name: 'look', parameters: { type: 'object', properties: { value: {} } } }],
  });
  for (const depth of [5_000, 300_000]) {
    const { content } = readResponse(request, bodyOf(nested(depth, '[', ']')));
    const calls = content.blocks.flatMap((block) => (block.type === 'tool_call' ? [block.parameters] : []));
    expect(calls).toEqual([expect.stringMatching(/\(cut: nested more than 100 levels deep\)$/)]);
  }
});
