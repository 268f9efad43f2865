/** Remote compaction as Codex asks for it: `/responses/compact`, a `compaction_trigger`, and the items that come of them. */
import { once } from 'node:events';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { chatEnd, chatFrame, openUpstream, type UpstreamOptions } from './open-upstream.ts';
import { send } from './send.ts';

const heading = '[Summary of the conversation so far. The messages it replaces are no longer shown.]';
const models = [
  'anthropic/claude-opus-4-8',
  'openai/gpt-5.6-terra',
  'google/gemini-3.1-pro',
  'mistral/mistral-large-latest',
];

let opened: TestGateway;
beforeAll(async () => {
  // What it is given comes back, so the summary has whatever the transcript had.
  opened = await openGateway({ model: script([{ think: 'I sum up.', say: 'It was: {{user}}' }, { say: 'Go on.' }]) });
});
afterAll(() => opened.close());

interface Item {
  readonly type: string;
  readonly encrypted_content?: string;
}

const said = (text: string): object => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const conversation = [
  { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
  said('Read a. nonce-user'),
  { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAforeign' },
  { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{"path":"nonce-args"}' },
  { type: 'function_call_output', call_id: 'call_1', output: 'nonce-result' },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It says nonce-answer.' }] },
  said('And now b.'),
];
const nonces = ['nonce-user', 'nonce-args', 'nonce-result', 'nonce-answer'];
const request = {
  instructions: 'You are Codex.',
  tools: [{ type: 'custom', name: 'apply_patch', format: { type: 'text' } }, { type: 'web_search' }],
  parallel_tool_calls: true,
};
const trigger = { type: 'compaction_trigger' };

function lastSeen(model: string): string {
  const station = opened.stations.find((each) => nameOf(each) === model);
  return JSON.stringify(station?.simulator.log.at(-1));
}

test.each(models)(
  '%s: the endpoint returns the user’s messages and a summary, which can be read back',
  async (model) => {
    for (const path of ['/v1/responses/compact', '/responses/compact']) {
      const { status, body, headers } = await send(opened.gateway.url, path, {
        ...request,
        model,
        input: conversation,
      });
      expect(status).toBe(200);
      expect(headers.get('x-interlock-target')).toBe(model);
      expect(headers.get('x-interlock-left-out')).toBeNull();
      expect(body).toMatchObject({
        id: expect.stringMatching(/^resp_/),
        object: 'response.compaction',
        output: [
          said('Read a. nonce-user'),
          said('And now b.'),
          {
            type: 'compaction',
            id: expect.stringMatching(/^cmp_/),
            encrypted_content: expect.stringMatching(/^\[Summary/),
          },
        ],
        usage: { input_tokens: expect.any(Number) },
      });
      const { output } = body as { readonly output: readonly Item[] };
      const summary = output.at(-1)?.encrypted_content ?? '';
      for (const nonce of nonces) expect(summary).toContain(nonce);
      expect(summary).not.toContain('Be brief.');
      expect(opened.lines.at(-1)).toMatchObject({ end: 'answered', target: model, leftOut: [] });

      const next = await send(opened.gateway.url, '/v1/responses', {
        ...request,
        model,
        input: [...output, said('Go on. nonce-next')],
      });
      expect(next.status).toBe(200);
      expect(next.headers.get('x-interlock-left-out') ?? '').not.toContain('input');
      for (const wanted of [...nonces, 'Go on. nonce-next', heading]) expect(lastSeen(model)).toContain(wanted);
    }
  },
);

const opening = ['response.created', 'response.in_progress', 'response.output_item.added', 'response.output_item.done'];

test('a trigger after the conversation returns one compaction item: streamed, whole, and over a WebSocket', async () => {
  const [model] = models;
  const asking = { ...request, model, store: false, input: [...conversation, trigger] };
  const item = { type: 'compaction', encrypted_content: expect.stringContaining('nonce-result') };
  const completed = { status: 'completed', output: [item], usage: { total_tokens: expect.any(Number) } };

  const whole = await send(opened.gateway.url, '/v1/responses', asking);
  expect(whole.body).toMatchObject({ object: 'response', ...completed });

  const { body } = await send(opened.gateway.url, '/v1/responses', { ...asking, stream: true });
  const events = String(body)
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)));
  expect(events.map(({ type }) => type)).toEqual([...opening, 'response.completed']);
  expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, at) => at));
  expect(events[3]).toMatchObject({ output_index: 0, item });
  expect(events[4].response).toMatchObject(completed);

  const socket = new WebSocket(`${opened.gateway.url.replace('http', 'ws')}/v1/responses`);
  await once(socket, 'open');
  const heard: { readonly type: string; readonly response?: object }[] = [];
  const ended = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const event = JSON.parse(String(data));
      heard.push(event);
      if (event.type === 'response.completed' || event.type === 'error') resolve();
    });
  });
  socket.send(JSON.stringify({ type: 'response.create', ...asking }));
  await ended;
  socket.close();
  expect(heard.map(({ type }) => type)).toEqual([...opening, 'response.completed']);
  expect(heard.at(-1)?.response).toMatchObject(completed);
});

test('a compaction that only OpenAI can read is passed to OpenAI unchanged, and reported as lost elsewhere', async () => {
  const [elsewhere = '', openai = ''] = models;
  const station = opened.stations.find((each) => nameOf(each) === openai);
  const { endpoint = '', key = '' } = station?.target ?? {};
  const made = await send(
    endpoint,
    '/responses/compact',
    { model: 'gpt-5.6-terra', input: [said('Keep nonce-kept.')] },
    { authorization: `Bearer ${key}` },
  );
  const { output } = made.body as { readonly output: readonly Item[] };
  expect(output.map(({ type }) => type)).toEqual(['message', 'compaction']);
  const input = [...output, said('Go on.')];

  const own = await send(opened.gateway.url, '/v1/responses', { ...request, store: false, model: openai, input });
  expect(own.status).toBe(200);
  expect(own.headers.get('x-interlock-left-out')).toBeNull();
  expect(opened.lines.at(-1)).toMatchObject({ passed: 'whole', leftOut: [] });

  const other = await send(opened.gateway.url, '/v1/responses', { ...request, model: elsewhere, input });
  expect(other.headers.get('x-interlock-left-out')).toContain('input.1');
  const again = await send(opened.gateway.url, '/v1/responses/compact', { ...request, model: elsewhere, input });
  expect(again.headers.get('x-interlock-left-out')).toBe('input.1');
});

/** Two targets, of which the first does as told. */
async function compactAt(answer: UpstreamOptions['answer'], input: readonly object[] = conversation): Promise<object> {
  const upstream = await openUpstream({ answer });
  try {
    const { status, body } = await send(upstream.gateway.url, '/v1/responses/compact', { model: 'm', input });
    return { status, body, end: upstream.lines.at(-1)?.['end'], asked: upstream.sent.length };
  } finally {
    await upstream.close();
  }
}

const error = (code: string, message: unknown): object => ({ error: expect.objectContaining({ code, message }) });

test.each([
  {
    what: 'no user messages',
    input: [{ type: 'message', role: 'developer', content: 'Be brief.' }],
    told: { status: 400, body: error('invalid_prompt', 'There is nothing to compact.'), end: 'refused', asked: 0 },
  },
  {
    what: 'an empty summary',
    text: ' ',
    told: { status: 500, body: error('server_error', 'The model wrote no summary.'), end: 'failed', asked: 1 },
  },
  {
    what: 'an overloaded provider',
    status: 429,
    told: { status: 429, body: error('rate_limit_exceeded', expect.any(String)), end: 'failed', asked: 1 },
  },
])('reports in the client’s format: $what', async ({ input, text = '', status = 200, told }) => {
  const answer: UpstreamOptions['answer'] = (response) => {
    response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' });
    response.end(status === 200 ? chatFrame({ content: text }) + chatEnd : '{"error":{"message":"slow down"}}');
  };
  expect(await compactAt(answer, input)).toEqual(told);
});

test('marks a truncated summary, and drops the oldest of too many user messages', async () => {
  const answer: UpstreamOptions['answer'] = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${chatFrame({ content: 'Half of' })}${chatFrame({}, 'length')}data: [DONE]\n\n`);
  };
  const long = Array.from({ length: 10 }, (_, at) => said(`${at}${'x'.repeat(20_000)}`));
  const { body } = (await compactAt(answer, [...long, said('last')])) as { readonly body: { output: readonly Item[] } };
  const texts = JSON.stringify(body.output);
  expect(texts).not.toContain('"0x');
  expect(texts).toContain('"9x');
  expect(body.output.at(-1)?.encrypted_content).toBe(`${heading}\n\nHalf of\n[The summary was longer and ends here.]`);
});
