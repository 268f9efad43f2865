/** Bodies that no one sends by accident: each gets an answer in the client's format, and the gateway continues. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUpstream, type Upstream } from './open-upstream.ts';
import { askings, send } from './send.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream({
    adminSha256: createHash('sha256').update('admin-token').digest('hex'),
    recording: {},
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

test('leaves no request running', async () => {
  const text = await (await fetch(`${upstream.gateway.url}/metrics`)).text();
  expect(text).toMatch(/^interlock_gateway_requests_under_way 0$/m);
});
