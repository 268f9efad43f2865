/** Free-form tools of Chat Completions: with every provider they are called back as such, whole and streamed, and their calls go back. */
import { script } from '@interlock/simulators';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { openUpstream, type Upstream } from './open-upstream.ts';
import { send } from './send.ts';

const patch = '*** Begin Patch\n*** Update File: "a"\n+x\n*** End Patch';
const grammar = { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "*** Begin Patch"' } };
const tools = [
  { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
  { type: 'custom', custom: { name: 'apply_patch', description: 'Edits files.', format: grammar } },
];
const question = { role: 'user', content: 'Patch a.' };

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway({
    model: script([
      {
        say: 'I will.',
        call: [
          { tool: 'apply_patch', args: { input: patch } },
          { tool: 'look', args: {} },
        ],
      },
      { say: 'Done: {{results}}' },
    ]),
    routes: (targetOf) => ({
      // It has such tools itself.
      native: {
        policy: 'failover',
        targets: [{ ...targetOf('openai/gpt-4.1'), name: 'native', model: 'gpt-5.1' }],
      },
    }),
  });
});
afterAll(() => opened.close());

interface Call {
  readonly id: string;
  readonly type: string;
  readonly custom?: { readonly name: string; readonly input: string };
  readonly function?: { readonly name: string; readonly arguments: string };
}

/** The calls of an answer; those of a stream as OpenAI's clients add them up. */
function callsIn(body: unknown): readonly Call[] {
  if (typeof body === 'object') return Reflect.get(Object(body), 'choices')[0].message.tool_calls;
  const calls: Call[] = [];
  const frames = String(body).split('\n\n');
  const chunks = frames.filter((frame) => frame.startsWith('data: {')).map((frame) => JSON.parse(frame.slice(6)));
  for (const piece of chunks.flatMap(({ choices }) => choices[0]?.delta?.tool_calls ?? [])) {
    const { index, custom, function: named, ...rest } = piece;
    const { custom: text, function: args, ...known } = calls[index] ?? { id: '', type: '' };
    calls[index] = {
      ...known,
      ...rest,
      ...(custom === undefined && text === undefined
        ? {
            function: { name: args?.name ?? named.name, arguments: (args?.arguments ?? '') + (named?.arguments ?? '') },
          }
        : { custom: { name: text?.name ?? custom.name, input: (text?.input ?? '') + (custom?.input ?? '') } }),
    };
  }
  return calls;
}

const ask = (model: string, stream: boolean, messages: readonly object[], more: object = {}): ReturnType<typeof send> =>
  send(opened.gateway.url, '/v1/chat/completions', { model, stream, tools, messages, ...more });

test.each([false, true])('every provider, streamed: %s', async (stream) => {
  for (const model of ['native', ...opened.stations.map(nameOf)]) {
    const first = await ask(model, stream, [question]);
    const calls = callsIn(first.body);
    expect([model, first.status, calls]).toEqual([
      model,
      200,
      [
        { id: expect.any(String), type: 'custom', custom: { name: 'apply_patch', input: patch } },
        { id: expect.any(String), type: 'function', function: { name: 'look', arguments: '{}' } },
      ],
    ]);
    const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: `ok ${id}` }));
    const answer = { role: 'assistant', content: 'I will.', tool_calls: calls };
    const second = await ask(model, stream, [question, answer, ...results]);
    expect([model, second.status]).toEqual([model, 200]);
    const line = opened.lines.at(-1);
    expect(line).toMatchObject({ end: 'answered', seals: { missed: 0 } });
    expect([model, line?.['repairs']]).toEqual([model, []]);
    if (model === 'native') expect(line).toMatchObject({ passed: 'whole' });
  }
});

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

const declared = {
  name: 'apply_patch',
  description: 'Edits files.\n\nThe input must follow this lark grammar:\nstart: "*** Begin Patch"',
};

test.each([
  [
    { type: 'custom', custom: { name: 'apply_patch' } },
    { type: 'function', function: { name: 'apply_patch' } },
  ],
  [
    {
      type: 'allowed_tools',
      allowed_tools: { mode: 'required', tools: [{ type: 'custom', custom: { name: 'apply_patch' } }] },
    },
    'required',
  ],
  [
    { type: 'function', function: { name: 'look' } },
    { type: 'function', function: { name: 'look' } },
  ],
])('a server of Chat without such tools gets functions, and the choice %j', async (choice, sent) => {
  upstream = await openUpstream({
    answer: (response) => response.writeHead(400).end('{"error":{"message":"no"}}'),
  });
  const call = { id: 'call_1', type: 'custom', custom: { name: 'apply_patch', input: patch } };
  const messages = [
    question,
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: 'ok' },
  ];
  const body = JSON.stringify({ model: 'x', messages, tools, tool_choice: choice });
  const { headers } = await fetch(`${upstream.gateway.url}/v1/chat/completions`, { method: 'POST', body });
  expect(headers.get('x-interlock-left-out')).toBeNull();
  const got = JSON.parse(upstream.sent[0]?.body ?? '{}');
  expect(got).toMatchObject({
    tools: [...(sent === 'required' ? [] : [tools[0]]), { type: 'function', function: declared }],
    tool_choice: sent,
    messages: [
      {},
      {
        tool_calls: [
          { type: 'function', function: { name: 'apply_patch', arguments: JSON.stringify({ input: patch }) } },
        ],
      },
      { role: 'tool', content: 'ok' },
    ],
  });
  expect(JSON.stringify(got)).not.toContain('custom');
});
