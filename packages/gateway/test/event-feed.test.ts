/** The event feed: who may listen, what is reported, and what happens to a subscriber that does not read. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/program/temporary-folder.ts';
import { EventFeed } from '../src/feed/event-feed.ts';
import { openUpstream, type Upstream, type UpstreamOptions } from './open-upstream.ts';
import { send } from './send.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const adminSha256 = sha256('admin-token');
const admin = { authorization: 'Bearer admin-token' };

/** A provider that says what it was asked, with a key in it. */
async function open(options: Partial<UpstreamOptions> = {}): Promise<Upstream> {
  const upstream = await openUpstream({
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // The key comes in two pieces.
      for (const content of ['the key is sk-proj-ab', 'cd1234567890'.repeat(3)]) {
        const choices = [{ index: 0, delta: { content }, finish_reason: null }];
        response.write(
          `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`,
        );
      }
      const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }];
      response.end(
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\ndata: [DONE]\n\n`,
      );
    },
    target: { provider: 'openai-compatible', model: 'm', credentials: [{ key: 'upstream-key-of-ours' }] },
    ...options,
  });
  opened.push(upstream.close);
  return upstream;
}

interface Told {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Reads events until there are as many. */
async function listen(url: string): Promise<{ next(count: number): Promise<readonly Told[]> }> {
  const request = httpRequest(`${url}/interlock/events`, { headers: admin, agent: false });
  request.end();
  const [response]: IncomingMessage[] = await once(request, 'response');
  let text = '';
  response?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('error', () => undefined);
  response?.on('error', () => undefined);
  opened.unshift(async () => request.destroy());
  return {
    next: async (count) => {
      for (;;) {
        const events = readEvents(text);
        if (events.length >= count) return events;
        await new Promise((done) => setTimeout(done, 5));
      }
    },
  };
}

function readEvents(text: string): readonly Told[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((each) => {
      const [, event] = /^event: (.*)$/m.exec(each) ?? [];
      const [, data] = /^data: (.*)$/m.exec(each) ?? [];
      return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }];
    });
}

const question = {
  model: 'm',
  stream: true,
  // A call without a result: repaired.
  messages: [
    { role: 'user', content: 'my key is upstream-key-of-ours' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'user', content: 'and?' },
  ],
};

test.each<[string, Partial<UpstreamOptions>, Record<string, string>, number]>([
  ['there is no feed without an admin token', {}, admin, 404],
  ['no token', { adminSha256 }, {}, 401],
  ['a wrong token', { adminSha256 }, { authorization: 'Bearer admin' }, 401],
  [
    'a client’s token',
    { adminSha256, tokens: [{ name: 'c', sha256: sha256('client') }] },
    { authorization: 'Bearer client' },
    401,
  ],
  ['through a proxy', { adminSha256 }, { ...admin, 'x-forwarded-for': '203.0.113.7' }, 403],
  ['from a web page', { adminSha256 }, { ...admin, origin: 'https://example.com' }, 403],
])('%s', async (_, options, headers, status) => {
  const { gateway } = await open(options);
  const response = await fetch(`${gateway.url}/interlock/events`, { headers });
  expect(response.status).toBe(status);
  await response.body?.cancel();
});

test('rejects one token for both at the start', async () => {
  const options = { adminSha256, tokens: [{ name: 'c', sha256: adminSha256.toUpperCase() }] };
  await expect(open(options)).rejects.toThrow('A client has the same token as the admin.');
});

test('the admin token is not a client token', async () => {
  const { gateway } = await open({ adminSha256, tokens: [{ name: 'c', sha256: sha256('client') }] });
  expect((await send(gateway.url, '/v1/chat/completions', question, admin)).status).toBe(401);
});

test('reports names, rules and times, but no bodies', async () => {
  const { gateway } = await open({ adminSha256 });
  const feed = await listen(gateway.url);
  await send(gateway.url, '/v1/chat/completions', question);
  await send(gateway.url, '/v1/embeddings', {});
  const [hello, begin, end, refused] = await feed.next(4);
  const facts = {
    requestId: expect.stringMatching(/^req_/),
    client: 'local',
    api: 'openai-chat',
    model: 'm',
    stream: true,
  };
  expect(hello).toEqual({ event: 'hello', data: { type: 'hello', version: 1, recording: false } });
  expect(begin).toEqual({ event: 'begin', data: { type: 'begin', at: expect.any(Number), ...facts } });
  expect(end).toEqual({
    event: 'end',
    data: {
      type: 'end',
      at: expect.any(Number),
      ...facts,
      requestId: begin?.data['requestId'],
      ms: expect.any(Number),
      firstByteMs: expect.any(Number),
      status: 200,
      end: 'answered',
      target: 'openai-compatible/m',
      attempts: [{ target: 'openai-compatible/m', account: expect.any(String) }],
      repairs: [expect.objectContaining({ kind: expect.any(String), callIds: [expect.any(String)] })],
      leftOut: [],
      seals: { found: 0, missed: 1 },
    },
  });
  expect(refused).toMatchObject({
    event: 'refused',
    data: { status: 404, api: 'openai-chat', path: '/v1/embeddings' },
  });
});

test('with recording on, reports and writes bodies, without keys', async () => {
  const folder = temporaryFolder('feed');
  opened.push(() => rm(folder, { recursive: true }));
  const file = join(folder, 'exchanges.jsonl');
  // Anyone could read it.
  await writeFile(file, '', { mode: 0o644 });
  const upstream = await open({ adminSha256, recording: { characters: 1_000, file } });
  const { gateway } = upstream;
  const feed = await listen(gateway.url);
  await send(gateway.url, '/v1/chat/completions', question);
  // The key is known by now.
  await send(gateway.url, '/v1/chat/completions', question);
  const [, , , begin, end] = await feed.next(5);
  const request = { text: expect.stringContaining('my key is [key]'), characters: expect.any(Number) };
  const answer = { text: '[{"type":"text","text":"the key is [key]"}]', characters: expect.any(Number) };
  expect(begin?.data['request']).toEqual(request);
  expect(end?.data['answer']).toEqual(answer);
  await gateway.close();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? '')).toEqual({ ...end?.data, request });
  expect(lines[1]).not.toMatch(/upstream-key-of-ours|sk-proj-/);
  expect(JSON.stringify(upstream.lines)).not.toMatch(/key is/);
});

test('a subscriber that does not read loses events and learns how many; others lose none', async () => {
  const feed = new EventFeed();
  const server = createServer((_, response) => void feed.subscribe(response, {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const connect = async (): Promise<IncomingMessage> => {
    const request = httpRequest({ port, host: '127.0.0.1', agent: false });
    request.on('error', () => undefined);
    request.end();
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response === undefined) throw new Error('There is no response.');
    response.on('error', () => undefined);
    return response;
  };
  const slow = await connect();
  slow.pause();
  const quick = await connect();
  let read = '';
  quick.setEncoding('utf8').on('data', (chunk: string) => {
    read += chunk;
  });
  const count = 1_000;
  const reason = 'x'.repeat(16_000);
  for (let at = 0; at < count; at += 1) {
    feed.publish({ type: 'refused', at, requestId: 'r', api: 'a', status: 400, reason, path: '/' });
    // The quick one is given its turn.
    const isRead = (): boolean => read.includes(`"at":${at},`) && read.endsWith('\n\n');
    while (at % 100 === 99 && !isRead()) await new Promise((done) => setImmediate(done));
  }
  const all = readEvents(read)
    .filter(({ event }) => event === 'refused')
    .map(({ data }) => data['at']);
  let late = '';
  slow.setEncoding('utf8').on('data', (chunk: string) => {
    late += chunk;
  });
  slow.resume();
  while (!late.includes('event: lost')) await new Promise((done) => setTimeout(done, 5));
  feed.publish({ type: 'refused', at: count, requestId: 'r', api: 'a', status: 400, reason: 'last', path: '/' });
  while (!(late.includes('"last"') && late.endsWith('\n\n'))) await new Promise((done) => setTimeout(done, 5));
  const [, ...told] = readEvents(late);
  const places = told.flatMap(({ event, data }) => (event === 'refused' ? [Number(data['at'])] : []));
  const lost = told.reduce((sum, { event, data }) => sum + (event === 'lost' ? Number(data['events']) : 0), 0);
  expect(all).toEqual(Array.from({ length: count }, (_, at) => at));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect([lost > 0, lost + places.length]).toEqual([true, count + 1]);
});
