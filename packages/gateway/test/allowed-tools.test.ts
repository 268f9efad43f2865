/** A choice among some of the tools holds at every provider: it is told, or offered only those. Calls of the others stay in the history. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { openRefusing, sentFor, type Upstream } from './open-upstream.ts';
import { send } from './send.ts';

const names = ['read', 'write', 'list'];
const parameters = { type: 'object', properties: { path: { type: 'string' } } };
const args = { path: 'a' };

/** The same request in the words of each API: `read` and `list` may be called, and `write` was. */
const clients = [
  {
    api: 'openai-chat',
    path: () => '/v1/chat/completions',
    body: (mode: string) => ({
      tools: names.map((name) => ({ type: 'function', function: { name, parameters } })),
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: {
          mode,
          tools: ['read', 'list'].map((name) => ({ type: 'function', function: { name } })),
        },
      },
      messages: [
        { role: 'user', content: 'Write a.' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'write', arguments: JSON.stringify(args) } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'written' },
      ],
    }),
  },
  {
    api: 'openai-responses',
    path: () => '/v1/responses',
    body: (mode: string) => ({
      tools: names.map((name) => ({ type: 'function', name, parameters, strict: false })),
      tool_choice: { type: 'allowed_tools', mode, tools: ['read', 'list'].map((name) => ({ type: 'function', name })) },
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Write a.' }] },
        { type: 'function_call', call_id: 'call_1', name: 'write', arguments: JSON.stringify(args) },
        { type: 'function_call_output', call_id: 'call_1', output: 'written' },
      ],
    }),
  },
  {
    api: 'gemini',
    path: (model: string) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: (mode: string) => ({
      tools: [{ functionDeclarations: names.map((name) => ({ name, parameters })) }],
      toolConfig: {
        functionCallingConfig: { mode: mode === 'auto' ? 'VALIDATED' : 'ANY', allowedFunctionNames: ['read', 'list'] },
      },
      contents: [
        { role: 'user', parts: [{ text: 'Write a.' }] },
        { role: 'model', parts: [{ functionCall: { name: 'write', args } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'write', response: { output: 'written' } } }] },
      ],
    }),
  },
];

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway();
});
afterAll(() => opened.close());

test.each(clients)('$api: every provider accepts it, and no one but its own is offered the others', async (client) => {
  for (const station of opened.stations) {
    const model = nameOf(station);
    const told = await send(opened.gateway.url, client.path(model), { model, ...client.body('auto') });
    const { seen } = station.simulator.log.at(-1) ?? {};
    const isTold = station.target.provider === 'openai' || (client.api === 'gemini' && model.includes('gemini'));
    expect([model, told.status]).toEqual([model, 200]);
    expect(JSON.stringify(seen?.turns)).toContain('written');
    const offered = seen?.tools.map(({ name }) => name) ?? [];
    if (!isTold && offered.length > 0) expect([model, offered]).toEqual([model, ['read', 'list']]);
    expect([model, told.headers.get('x-interlock-left-out')]).toEqual([model, null]);
  }
});

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

const [chat, responses] = clients;

test.each(
  ['auto', 'required'].flatMap((mode) =>
    [chat, responses].flatMap((from) =>
      [
        { protocol: 'openai-chat', model: 'gpt-4.1', wanted: chat },
        { protocol: 'openai-responses', model: 'gpt-5.6-terra', wanted: responses },
      ].map((to) => ({ mode, from, to })),
    ),
  ),
)('$from.api to $to.protocol, $mode: the list of tools stays, for the cache', async ({ mode, from, to }) => {
  const { wanted, ...target } = to;
  upstream = await openRefusing({ provider: 'openai', ...target } as const, '/v1');
  const { body, leftOut } = await sentFor(upstream, from?.path('x') ?? '', from?.body(mode) ?? {});
  const { tools, tool_choice: choice } = Object(wanted?.body(mode));
  expect(body).toMatchObject({ tools, tool_choice: choice });
  expect(leftOut).toBeNull();
});
