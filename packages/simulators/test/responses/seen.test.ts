/** What the model sees of a request and of the chain before it. */
import { expect, test } from 'vitest';
import { create, createProvider, thinkAndSay, tool, output as toolOutput, user } from './provider.ts';

test('what the model sees: the whole chain, with its own thinking', () => {
  const provider = createProvider();
  const first = provider.ask(
    { model: 'gpt-5', input: 'Read a.', instructions: 'Old.' },
    {
      parts: [{ think: 'A file.' }, { call: 'read', args: { path: 'a' } }],
      stop: 'calls',
    },
  );
  const callId = String(first.output[1]?.['call_id']);
  const outcome = provider.handle(
    create({
      model: 'gpt-5',
      instructions: 'New.',
      previous_response_id: first.id,
      input: [
        toolOutput(callId, [
          { type: 'input_text', text: 'A' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
        ]),
        user('And?'),
      ],
      tools: [tool('read')],
      tool_choice: { type: 'function', name: 'read' },
      max_output_tokens: 99,
    }),
  );
  const empty = { text: '', thinking: '', calls: [], results: [], media: [] };
  const { description, name, parameters } = tool('read');
  expect(outcome).toMatchObject({ kind: 'asked', model: 'gpt-5', stream: false, warnings: [] });
  expect(outcome.kind === 'asked' ? outcome.seen : undefined).toEqual({
    system: 'New.',
    tools: [{ name, description, schema: parameters }],
    turns: [
      { ...empty, role: 'user', text: 'Read a.' },
      { ...empty, role: 'model', thinking: 'A file.' },
      { ...empty, role: 'model', calls: [{ id: callId, name: 'read', args: { path: 'a' } }] },
      {
        ...empty,
        role: 'user',
        results: [{ id: callId, name: 'read', text: 'A', isError: false, media: ['image/png'] }],
      },
      { ...empty, role: 'user', text: 'And?' },
    ],
    toolChoice: { tool: 'read' },
    maxTokens: 99,
    thinks: true,
  });
});

test("what the model sees: calls and results of OpenAI's own tools that the client runs", () => {
  const action = { commands: ['ls'] };
  const output = [{ stdout: 'a.txt', stderr: '', outcome: { type: 'exit', exit_code: 0 } }];
  const input = [
    user('List.'),
    { type: 'shell_call', call_id: 'call_1', action, status: 'completed' },
    { type: 'shell_call_output', call_id: 'call_1', output },
  ];
  const outcome = createProvider().handle(create({ model: 'gpt-5', input }));
  const turns = outcome.kind === 'asked' ? outcome.seen.turns : [];
  expect(turns.map(({ calls }) => calls)).toEqual([[], [{ id: 'call_1', name: 'shell', args: action }], []]);
  const result = { id: 'call_1', name: 'shell', text: JSON.stringify(output), isError: false, media: [] };
  expect(turns.at(-1)?.results).toEqual([result]);
});

test('what the model sees: thinking restored from its token', () => {
  const provider = createProvider();
  const body = { model: 'gpt-5', store: false, include: ['reasoning.encrypted_content'] };
  const { output } = provider.ask({ ...body, input: 'Hi' }, thinkAndSay);
  const outcome = provider.handle(
    create({ ...body, input: [user('Hi'), ...output, { role: 'developer', content: 'Now.' }] }),
  );
  expect(
    outcome.kind === 'asked' ? outcome.seen.turns.map(({ role, text, thinking }) => [role, text, thinking]) : [],
  ).toEqual([
    ['user', 'Hi', ''],
    ['model', '', 'Hm.'],
    ['model', 'Hello.', ''],
    ['system', 'Now.', ''],
  ]);
});
