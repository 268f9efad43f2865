/** Models that do not support tools: detected from the failure and remembered, or found by asking the local Ollama. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { type Agents, endOf, openAgents, play } from '../agents.ts';
import { createGate } from '../gate.ts';

const call = '<tool_call>{"name": "work", "arguments": {"n": 1}}</tool_call>';
const model = script([
  { when: { user: '<tool_result' }, say: 'Finished.' },
  { when: { of: 'work' }, say: 'Finished natively.' },
  { when: { user: 'work in words' }, say: call },
  { when: { user: 'work' }, call: [{ tool: 'work', args: { n: 1 } }] },
  { when: { user: 'hello' }, say: 'Hello.' },
]);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(): Promise<{ agents: Agents; gate: ReturnType<typeof createGate> }> {
  agents = await openAgents({ model, only: ['ollama'] });
  const gate = createGate();
  gate.open(1);
  return { agents, gate };
}

const small = {
  instructions: false,
  describesWorkspace: false,
  role: 'Help.',
  subagents: false,
  todos: false,
  plans: false,
} as const;

test('a model that rejects tools is asked again with the tools in the prompt, and that is remembered (05 §2.4)', async () => {
  const { agents, gate } = await open();
  const route = agents.target('ollama', { model: 'llama3', traits: { tools: 'native' } });
  const session = await agents.open({ ...small, route, tools: [gate.tool] });
  const events = await play(session, 'work in words');
  expect(endOf(events)).toMatchObject({ outcome: 'done', text: 'Finished.' });
  expect(events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))).toEqual([
    'ollama/llama3 does not support tools. They are described in the prompt from now on.',
  ]);
  expect(
    events.flatMap((event) => (event.type === 'request' ? [{ plain: event.plain, because: event.because }] : []))[1],
  ).toEqual({
    plain: false,
    because: [
      expect.stringMatching(/^ollama\/llama3 .*does not support tools: once more with the tools in the prompt$/),
    ],
  });
  expect(endOf(await play(session, 'hello'))).toMatchObject({ outcome: 'done', text: 'Hello.' });
  expect(agents.of('ollama').log.map(({ path, verdict, rules }) => [path, verdict, ...rules])).toEqual([
    ['/api/chat', 'refused', 'OLL-005'],
    ['/api/chat', 'accepted'],
    ['/api/chat', 'accepted'],
    ['/api/chat', 'accepted'],
  ]);
});

test.each([
  ['tiny', 'ollama-chat', '', 'work', 'Finished natively.', '/api/chat'],
  ['tiny', 'openai-chat', '/v1', 'work', 'Finished natively.', '/v1/chat/completions'],
  ['llama3', 'ollama-chat', '', 'work in words', 'Finished.', '/api/chat'],
])(
  'asks a local Ollama once what its model can do: %s over %s (05 §2.4)',
  async (name, protocol, path, said, answer, door) => {
    const { agents, gate } = await open();
    const endpoint = agents.of('ollama').url + path;
    const route = agents.target('ollama', { model: name, protocol, endpoint });
    const session = await agents.open({ ...small, route, tools: [gate.tool] });
    expect(endOf(await play(session, said))).toMatchObject({ outcome: 'done', text: answer });
    expect(agents.of('ollama').log.map(({ path, verdict }) => [path, verdict])).toEqual([
      ['/api/show', 'served'],
      [door, 'accepted'],
      [door, 'accepted'],
    ]);
  },
);

test.each([
  ['is too old for it', 404, '404 page not found'],
  ['does not name capabilities', 200, '{"details": {}}'],
  ['answers with a page', 200, '<html>'],
  ['fails', 500, '{"error": "no"}'],
])('uses the tables for an Ollama that %s', async (_, status, body) => {
  const { agents, gate } = await open();
  const { url } = agents.of('ollama');
  const front = createServer(async (incoming, outgoing) => {
    const sent = await text(incoming);
    if (incoming.url === '/api/show') return outgoing.writeHead(status).end(body);
    const answer = await fetch(url + incoming.url, { method: 'POST', body: sent });
    return outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  }).listen(0, '127.0.0.1');
  try {
    await once(front, 'listening');
    const { port } = front.address() as AddressInfo;
    const route = agents.target('ollama', { model: 'llama3', endpoint: `http://127.0.0.1:${port}` });
    const session = await agents.open({ ...small, route, tools: [gate.tool] });
    expect(endOf(await play(session, 'work in words'))).toMatchObject({ outcome: 'done', text: 'Finished.' });
    expect(agents.accepted()).toBe(2);
  } finally {
    front.closeAllConnections();
    front.close();
  }
});
