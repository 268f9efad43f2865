/** Free-form tools: sent as such where the target has them, as a function with one text elsewhere; their calls and answers, too. */
import type { Content } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import { prepareRequest, protocolOf, type Target, type Tool } from '../../src/index.ts';

const grammar = { syntax: 'lark', definition: 'start: "*** Begin Patch"' };
const patch: Tool = { name: 'apply_patch', description: 'Edits files.', freeForm: { grammar } };
const tools: readonly Tool[] = [patch, { name: 'exec', freeForm: {} }];
const id = 'hist_tool_000000000000000000000001';
const contents: readonly Content[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Patch a.' }] },
  {
    speaker: 'ai',
    blocks: [{ type: 'tool_call', id, name: 'apply_patch', parameters: { input: '{"input":1}' }, freeForm: true }],
  },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: 'apply_patch', result: 'ok' }] },
];

const parameters = {
  type: 'object',
  properties: { input: { type: 'string', description: 'The whole input of the tool, as plain text.' } },
  required: ['input'],
  additionalProperties: false,
};
const description = `Edits files.\n\nThe input must follow this lark grammar:\n${grammar.definition}`;
const args = JSON.stringify({ input: '{"input":1}' });

interface Row {
  readonly target: Target;
  readonly offered: readonly object[];
  readonly choice: unknown;
  readonly list: string;
  readonly said: readonly object[];
}

const openai = { provider: 'openai', key: 'k' } as const;

test.each<Row>([
  {
    target: { ...openai, model: 'gpt-5.6-terra' },
    offered: [
      { type: 'custom', name: 'apply_patch', description: 'Edits files.', format: { type: 'grammar', ...grammar } },
      { type: 'custom', name: 'exec' },
    ],
    choice: { type: 'custom', name: 'exec' },
    list: 'input',
    said: [
      { type: 'custom_tool_call', name: 'apply_patch', input: '{"input":1}' },
      { type: 'custom_tool_call_output', output: 'ok' },
    ],
  },
  {
    target: { ...openai, model: 'gpt-4.1', protocol: 'openai-responses' },
    offered: [
      { type: 'function', name: 'apply_patch', description, parameters },
      { type: 'function', name: 'exec', parameters },
    ],
    choice: { type: 'function', name: 'exec' },
    list: 'input',
    said: [
      { type: 'function_call', name: 'apply_patch', arguments: args },
      { type: 'function_call_output', output: 'ok' },
    ],
  },
  {
    target: { ...openai, model: 'gpt-5.1', protocol: 'openai-chat' },
    offered: [
      {
        type: 'custom',
        custom: { name: 'apply_patch', description: 'Edits files.', format: { type: 'grammar', grammar } },
      },
      { type: 'custom', custom: { name: 'exec' } },
    ],
    choice: { type: 'custom', custom: { name: 'exec' } },
    list: 'messages',
    said: [
      { tool_calls: [{ type: 'custom', custom: { name: 'apply_patch', input: '{"input":1}' } }] },
      { role: 'tool', content: 'ok' },
    ],
  },
  {
    target: { ...openai, model: 'gpt-4.1', protocol: 'openai-chat' },
    offered: [
      { type: 'function', function: { name: 'apply_patch', description, parameters } },
      { type: 'function', function: { name: 'exec', parameters } },
    ],
    choice: { type: 'function', function: { name: 'exec' } },
    list: 'messages',
    said: [
      { tool_calls: [{ type: 'function', function: { name: 'apply_patch', arguments: args } }] },
      { role: 'tool', content: 'ok' },
    ],
  },
  {
    target: { provider: 'anthropic', key: 'k', model: 'claude-opus-4-8' },
    offered: [
      { name: 'apply_patch', description, input_schema: parameters },
      { name: 'exec', input_schema: parameters },
    ],
    choice: { type: 'tool', name: 'exec' },
    list: 'messages',
    said: [
      { content: [{ type: 'tool_use', name: 'apply_patch', input: { input: '{"input":1}' } }] },
      { content: [{ type: 'tool_result', content: 'ok' }] },
    ],
  },
])('$target.model, $target.protocol', ({ target, offered, choice, list, said }) => {
  const request = prepareRequest({
    target,
    contents,
    tools,
    settings: { toolChoice: { tool: 'exec' }, reasoning: 'off' },
  });
  const body = JSON.parse(new TextDecoder().decode(request.bytes()));
  expect(body).toEqual(JSON.parse(JSON.stringify(request.body)));
  expect(body).toMatchObject({ tools: offered, tool_choice: choice });
  expect(body[list].slice(-2)).toMatchObject(said);
  // Read again, it is the same.
  const read = protocolOf(request.diagnostics.protocol).decodeRequest(request.body);
  const isNative = JSON.stringify(offered).includes('custom');
  expect(read.problems).toEqual([]);
  if (isNative) expect(read.tools).toEqual(tools);
  const call = { name: 'apply_patch', parameters: { input: '{"input":1}' }, ...(isNative ? { freeForm: true } : {}) };
  expect(read.contents[1]?.blocks[0]).toMatchObject(call);
});

test('a call whose arguments are more than a text is sent as a function', () => {
  const parameters = { input: 'x', more: 1 };
  const said = contents.map((content) => ({
    ...content,
    blocks: content.blocks.map((block) => (block.type === 'tool_call' ? { ...block, parameters } : block)),
  }));
  const { body } = prepareRequest({ target: { ...openai, model: 'gpt-5.6-terra' }, contents: said, tools });
  expect(Reflect.get(body, 'input')).toMatchObject([
    { role: 'user' },
    { type: 'function_call', arguments: JSON.stringify(parameters) },
    { type: 'function_call_output' },
  ]);
});

/** A stream of Chat with one free-form call after another, each in pieces. */
test('Chat: the text of a call arrives whole, however it is cut and whatever it looks like', () => {
  const pieces = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{}', '{"input":"x"}', '"', '\\')), {
    maxLength: 5,
  });
  holds(fc.array(pieces, { minLength: 1, maxLength: 3 }), 300, (texts) => {
    const decoding = protocolOf('openai-chat').startDecoding();
    const chunk = (delta: object, finish: string | null = null): string =>
      JSON.stringify({
        id: 'r',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    const begin = (index: number): object => ({
      index,
      id: `c${index}`,
      type: 'custom',
      custom: { name: 'exec', input: '' },
    });
    const events = [
      ...texts.flatMap((parts, index) => [
        chunk({ tool_calls: [begin(index)] }),
        ...parts.map((input) => chunk({ tool_calls: [{ index, custom: { input } }] })),
      ]),
      chunk({}, 'tool_calls'),
      '[DONE]',
    ].flatMap((data) => decoding.frame({ data }));
    const ended = [...events, ...decoding.end()].flatMap((event) => (event.type === 'call-end' ? [event] : []));
    expect(ended.map(({ freeForm, arguments: given }) => [freeForm, JSON.parse(given)])).toEqual(
      texts.map((parts) => [true, { input: parts.join('') }]),
    );
    for (const { index, arguments: given } of ended) {
      const deltas = events.flatMap((event) =>
        event.type === 'call-delta' && event.index === index ? [event.text] : [],
      );
      expect(deltas.join('')).toBe(given);
    }
  });
});
