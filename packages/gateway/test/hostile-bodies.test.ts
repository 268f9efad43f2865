/** Bodies that no one sends by accident: each gets an answer in the client's format, and the gateway continues. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasTooMany } from '../src/responses/stored-request.ts';
import { StoredResponse } from '../src/responses/stored-response.ts';
import { forgetfulStore } from './hold-load.ts';
import { soak } from './hostile-soak.ts';
import { openUpstream, type Upstream } from './open-upstream.ts';
import { askings, send } from './send.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream({
    adminSha256: createHash('sha256').update('admin-token').digest('hex'),
    recording: {},
    // A connection that broke under load must not have the next requests refused.
    routeStore: forgetfulStore(),
    answer: (response) => {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices }));
    },
  });
});
afterAll(() => upstream.close());

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const deepObject = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;

test.each(askings.flatMap((asking) => [deep, deepObject].map((nested) => ({ ...asking, nested }))))(
  '$api: a deeply nested body',
  async ({ path, body, nested }) => {
    // Someone listens and bodies are recorded.
    const listening = new AbortController();
    const feed = await fetch(`${upstream.gateway.url}/interlock/events`, {
      headers: { authorization: 'Bearer admin-token' },
      signal: listening.signal,
    });
    expect(feed.status).toBe(200);
    const whole = JSON.stringify(body('m', 'hello', false));
    for (const field of ['metadata', 'tools', 'messages']) {
      const hostile = `${whole.slice(0, -1)},"${field}":${nested}}`;
      const { status } = await send(upstream.gateway.url, path('m'), hostile);
      expect([field, status, [200, 400].includes(status)]).toEqual([field, status, true]);
    }
    expect((await send(upstream.gateway.url, path('m'), whole)).status).toBe(200);
    listening.abort();
  },
);

test.each([
  {
    path: '/v1/chat/completions',
    body: {
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'read', arguments: deepObject } }] },
        { role: 'tool', tool_call_id: 'a', content: 'yes' },
      ],
    },
  },
  {
    path: '/v1/responses',
    body: {
      input: [
        { role: 'user', content: 'hello' },
        { type: 'function_call', call_id: 'a', name: 'read', arguments: deepObject },
        { type: 'function_call_output', call_id: 'a', output: 'yes' },
      ],
    },
  },
])('$path: deeply nested arguments of an earlier call', async ({ path, body }) => {
  const { status } = await send(upstream.gateway.url, path, { model: 'm', ...body });
  expect([status, upstream.sent.at(-1)?.body.includes(`{\\"a\\":`.repeat(20))]).toEqual([200, true]);
});

test.each(askings.flatMap((asking) => [true, false].map((stream) => ({ ...asking, stream }))))(
  '$api, stream: $stream: a field of an answer that is nested too deep is left out',
  async ({ path, body, stream }) => {
    const choices = [{ index: 0, message: { content: 'yes' }, delta: { content: 'yes' }, finish_reason: 'stop' }];
    const whole = JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices });
    const hostile = await openUpstream({
      answer: (response) => {
        const text = `${whole.slice(0, -1)},"more":${deep}}`;
        response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
        response.end(stream ? `data: ${text}\n\n` : text);
      },
    });
    try {
      const url = hostile.gateway.url + path('m');
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body('m', 'hello', stream)) });
      const text = await answer.text();
      expect([answer.status, text.includes('yes'), text.includes('[[[[')]).toEqual([200, true, false]);
    } finally {
      await hostile.close();
    }
  },
);

const call = { index: 0, id: 'a', type: 'function', function: { name: 'read', arguments: deepObject } };
const message = { role: 'assistant', content: null, tool_calls: [call] };
const item = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: 'deep' };

test.each([
  ...askings.map((asking) => {
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
    const answer = { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices };
    return { ...asking, what: 'arguments', target: {}, answer, ends: [200, 'request: answered'] };
  }),
  ...askings.slice(0, 1).map((asking) => {
    const target = { provider: 'anthropic', model: 'claude-opus-4-8', credentials: [{ key: 'k' }] };
    const about = { id: 'x', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', usage: {} };
    const answer = { ...about, content: [{ type: 'newer', more: 'deep' }] };
    return { ...asking, what: 'block', target, answer, ends: [500, 'request: failed'] };
  }),
  ...askings.map((asking) => {
    const target = { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.5', credentials: [{ key: 'k' }] };
    const answer = { id: 'x', object: 'response', created_at: 1, status: 'completed', model: 'm', output: [item] };
    return { ...asking, what: 'item', target, answer, ends: [500, 'request: failed'] };
  }),
])('$api: a deeply nested $what of an answer', async ({ path, body, target, answer, ends }) => {
  const hostile = await openUpstream({
    target: { provider: 'openai-compatible', model: 'm', ...target },
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer).replace('"deep"', deep));
    },
  });
  try {
    const { status } = await send(hostile.gateway.url, path('m'), body('m', 'hello', false));
    const told = hostile.lines.map(({ msg, end }) => `${msg}: ${end}`);
    expect([status < 400 ? 200 : 500, ...told]).toEqual(ends);
  } finally {
    await hostile.close();
  }
});

const entryLists: Readonly<Record<string, string>> = { 'openai-responses': 'input', gemini: 'contents' };

/** What is not more than a comma and a bracket costs the gateway hundreds of bytes. */
const dense: readonly (readonly [string, (list: string) => object | string])[] = [
  ['empty objects', (list) => `{"model":"m","${list}":[${'{},'.repeat(600_000)}{}]}`],
  ['numbers', (list) => `{"model":"m","${list}":[${'1,'.repeat(600_000)}1]}`],
  ['tools', (list) => `{"model":"m","${list}":[],"tools":[${'{},'.repeat(600_000)}{}]}`],
  ['fields', (list) => `{"model":"m","${list}":[],${'"":1,'.repeat(600_000)}"a":1}`],
  ['arguments', (list) => ({ model: 'm', [list]: [{ arguments: `[${'{},'.repeat(600_000)}{}]` }] })],
  ['arguments after spaces', (list) => ({ model: 'm', [list]: [{ arguments: ` \n\t[${'1,'.repeat(600_000)}1]` }] })],
  ['escaped arguments', (list) => `{"model":"m","${list}":[{"arguments":"\\u005b${'\\u002c'.repeat(600_000)}"}]}`],
  ['32 MB', (list) => `{"model":"m","${list}":[${'{},'.repeat(10_600_000)}{}]}`],
];

test.each(askings.flatMap((asking) => dense.map(([what, make]) => ({ ...asking, what, make }))))(
  '$api: too many $what are refused before they are read',
  async ({ api, path, make }) => {
    const body = make(entryLists[api] ?? 'messages');
    const packed = gzipSync(typeof body === 'string' ? body : JSON.stringify(body), { level: 1 });
    const headers = { 'content-encoding': 'gzip' };
    const response = await fetch(upstream.gateway.url + path('m'), { method: 'POST', headers, body: packed });
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('more than 500000')]);
  },
);

test('a conversation that is continued in pieces has no more values than one that is sent as a whole', () => {
  const input = Array.from({ length: 300_000 }, () => ({}));
  const first = new StoredResponse({ id: 'a', input, given: { text: '{}' } });
  const second = new StoredResponse({ id: 'b', before: first, input: input.slice(0, 100_000), given: { text: '{}' } });
  expect([hasTooMany(input.slice(0, 90_000), second), hasTooMany(input.slice(0, 110_000), second)]).toEqual([
    false,
    true,
  ]);
});

test('a long conversation is none of these, and neither is a long text', async () => {
  const messages = Array.from({ length: 20_000 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: 'a',
  }));
  const text = { role: 'user', content: '[a], {b}, '.repeat(10) + ', [{'.repeat(1_000_000) };
  for (const list of [messages, [{ ...text, content: `Look: ${text.content}` }]]) {
    const { status } = await send(upstream.gateway.url, '/v1/chat/completions', { model: 'm', messages: list });
    expect(status).toBe(200);
  }
  // As Python's JSON writes Chinese.
  const escaped = `{"model":"m","messages":[{"role":"user","content":"${'\\u4e2d'.repeat(600_000)}"}]}`;
  expect((await send(upstream.gateway.url, '/v1/chat/completions', escaped)).status).toBe(200);
});

test('the short form of the soak in `gateway:load:long`: hostile bodies of all kinds get answers, and so does an ordinary one', async () => {
  const { wrong, refused, answered } = await soak(upstream.gateway.url, {
    seed: 31,
    bodies: 150,
    atOnce: 4,
    most: 2e6,
  });
  expect([wrong, refused > 20, answered > 20]).toEqual([[], true, true]);
});

test('leaves no request running', async () => {
  const text = await (await fetch(`${upstream.gateway.url}/metrics`)).text();
  expect(text).toMatch(/^interlock_gateway_requests_under_way 0$/m);
});
