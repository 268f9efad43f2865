/** What requests leave in the log: bounded, whatever a client sends, without its keys and without the text of the conversation. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUpstream, sayYes, type Upstream } from './open-upstream.ts';

/** Shaped like a key, and easy to find. */
const key = 'sk-ant-api03-secret-secret-secret-0123456789';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream({ answer: sayYes });
});
afterAll(() => upstream.close());

/** Of Messages, to a provider of Chat: whatever it does not know is left out. */
function asking(more: object = {}): object {
  return { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'secret words' }], ...more };
}

const path = '/v1/messages';
const text = (length: number): string => 'x'.repeat(length);
const calls = Array.from({ length: 3_000 }, (_, at) => ({ type: 'tool_use', id: `toolu_${at}`, name: 'n', input: {} }));
const called = (content: readonly object[]): object[] => [
  { role: 'user', content: 'secret words' },
  { role: 'assistant', content },
  { role: 'user', content: 'go on' },
];
const oneCall = { type: 'tool_use', id: text(200_000), name: 'n', input: {} };

const cases: readonly {
  readonly what: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
  readonly status?: number;
}[] = [
  { what: 'a key in the query', path: `${path}?key=${key}` },
  { what: 'a key in the path', path: `/v1/${key}`, status: 404 },
  { what: 'a key in an absolute URL', path: `http://u:${key}@127.0.0.1${path}` },
  { what: 'a key in a cookie', headers: { cookie: `session=${key}` } },
  { what: 'a key in the Host header', headers: { host: `u:${key}@127.0.0.1` }, status: 403 },
  { what: 'headers in upper case', headers: { 'X-API-KEY': key, AUTHORIZATION: `Bearer ${key}` } },
  { what: 'a key as the name of a header', headers: { [key]: '1' } },
  { what: 'ids of the client', headers: { 'x-request-id': key, traceparent: key, tracestate: `k=${key}` } },
  { what: 'a key as a beta', headers: { 'anthropic-beta': key } },
  { what: 'a key as the name of a field', body: asking({ [key]: 1 }) },
  { what: 'a key as the type of a tool', body: asking({ tools: [{ type: key, name: 'n' }] }) },
  { what: 'a body that is not JSON', body: `{"messages": secret ${key}`, status: 400 },
  { what: 'a long name of a field', body: asking({ [text(200_000)]: 1 }) },
  { what: 'a long type of a tool', body: asking({ tools: [{ type: text(200_000), name: 'n' }] }) },
  {
    what: 'many fields',
    body: asking(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field-${at}`, 1]))),
  },
  { what: 'a long id of a call', body: asking({ messages: called([oneCall]) }) },
  { what: 'many calls without results', body: asking({ messages: called(calls) }) },
];

test.each(cases)('$what', async ({ path: where = path, headers = {}, body = asking(), status = 200 }) => {
  const before = upstream.lines.length;
  expect(await post(where, headers, typeof body === 'string' ? body : JSON.stringify(body))).toBe(status);
  const lines = upstream.lines.slice(before).map((line) => JSON.stringify(line));
  expect(lines.map((line) => [line.includes('secret'), line.length < 150_000])).toEqual([[false, true]]);
});

/** Gives the status when the request is in the log. */
async function post(where: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  const before = upstream.lines.length;
  const { hostname, port } = new URL(upstream.gateway.url);
  const status = await new Promise<number>((resolve, reject) => {
    const request = httpRequest({ hostname, port, path: where, method: 'POST', headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    request.end(body);
  });
  while (upstream.lines.length === before) await new Promise((done) => setTimeout(done, 5));
  return status;
}
