/** A session with a real MCP server over HTTP: calls that work, lost sessions, refusals and lost connections. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { patienceMs } from '../../../../test/program/until.ts';
import { pixel } from './demo-tools.ts';
import { type Fault, type HttpServer, startHttpServer } from './http-server.ts';
import { type Meeting, meet } from './meet-servers.ts';

const options = { timeout: patienceMs };
const rejections: unknown[] = [];
const note = (reason: unknown): void => void rejections.push(reason);

beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => {
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
});

const echoed = { text: '{"text":"hi"}' };
const echo = (meeting: Meeting): Promise<unknown> => meeting.call('mcp__web__echo', { text: 'hi' });
const calls = ({ requests }: HttpServer): number => requests.filter((request) => request === 'POST tools/call').length;

/** Replaces the answers to calls. */
function onCall(answer: Fault): Fault {
  return (request, response, body) => body.includes('"tools/call"') && answer(request, response, body);
}

describe('a server that works', () => {
  test.each([{ json: false }, { json: true }])('tools and calls (%o), and the end of the session', async (how) => {
    const server = await startHttpServer(how);
    const meeting = await meet({ web: { url: server.url, headers: { 'X-Key': 'hush-hush-2' } } });
    expect(meeting.servers.tools().map(({ name }) => name)).toEqual([
      'mcp__web__echo',
      'mcp__web__hang',
      'mcp__web__picture',
    ]);
    expect(await echo(meeting)).toEqual(echoed);
    expect(await meeting.call('mcp__web__picture')).toEqual({
      text: '',
      media: [{ type: 'media', mimeType: 'image/png', data: pixel, encoding: 'base64' }],
    });
    await meeting.servers.close();
    expect(server.requests.at(-1)).toBe('DELETE');
    expect(meeting.notices).toEqual([]);
  });

  test('sends its headers, and its list may change', async () => {
    const server = await startHttpServer();
    const keys = new Set<unknown>();
    server.fault = ({ headers }) => {
      keys.add(headers['x-key']);
      return false;
    };
    const meeting = await meet({ web: { url: server.url, headers: { 'X-Key': 'hush-hush-2' } } });
    await vi.waitFor(() => expect(server.requests).toContain('GET'), options);
    server.tools = ['another'];
    await server.announce();
    await vi.waitFor(() => expect(meeting.changes.at(-1)).toEqual(['mcp__web__another']), options);
    expect(keys).toEqual(new Set(['hush-hush-2']));
  });

  test('a call is cancelled at the server', async () => {
    const server = await startHttpServer();
    const meeting = await meet({ web: { url: server.url } });
    const leave = new AbortController();
    const begun = Promise.withResolvers<string>();
    const end = meeting.call('mcp__web__hang', {}, { signal: leave.signal, progress: begun.resolve });
    expect(await begun.promise).toBe('1\n');
    leave.abort(new Error('enough'));
    await expect(end).rejects.toThrow('enough');
    await vi.waitFor(() => expect(server.requests).toContain('POST notifications/cancelled'), options);
    expect(await echo(meeting)).toEqual(echoed);
  });
});

describe('a server that forgets the session', () => {
  test('is initialized again, and the call is made once', async () => {
    const server = await startHttpServer();
    const meeting = await meet({ web: { url: server.url } });
    await server.forget();
    expect(await echo(meeting)).toEqual(echoed);
    expect(server.requests.filter((request) => request === 'POST initialize')).toHaveLength(2);
    expect(meeting.notices).toEqual([]);
  });

  test('does not interrupt other running calls', async () => {
    const server = await startHttpServer();
    const meeting = await meet({ web: { url: server.url } });
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let isFirst = true;
    server.fault = onCall((_, response, body) => {
      if (!isFirst) return false;
      isFirst = false;
      const { id } = JSON.parse(body) as { readonly id: number };
      const result = { content: [{ type: 'text', text: 'late' }] };
      begun.resolve();
      void held.promise.then(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
      return true;
    });
    const slow = echo(meeting);
    await begun.promise;
    await server.forget();
    expect(await echo(meeting)).toEqual(echoed);
    held.resolve();
    expect(await slow).toEqual({ text: 'late' });
  });

  test('repeatedly: the call fails', async () => {
    const server = await startHttpServer();
    const meeting = await meet({ web: { url: server.url } });
    server.fault = onCall((_, response) => {
      response.writeHead(404).end();
      return true;
    });
    expect(await echo(meeting)).toEqual({
      text: 'The MCP server "web" has lost its session twice; the call was not made.',
      failed: true,
    });
    expect(calls(server)).toBe(2);
  });
});

describe('a server that rejects', () => {
  const credentials = 'it rejects the credentials (HTTP 401): check its "headers", usually Authorization';

  test.each([
    [401, credentials],
    [404, 'there is no MCP server at this address (HTTP 404): is the "url" correct, including its path?'],
    [500, 'it answered with HTTP 500: you sent [hidden] and key=[hidden] to /mcp?token=[hidden]'],
  ])('with %i at the start', async (status, why) => {
    const server = await startHttpServer();
    server.fault = (request, response) => {
      response.writeHead(status).end(`you sent ${request.headers.authorization} and key=swordfish to ${request.url}`);
      return true;
    };
    const headers = { Authorization: 'Bearer hush-hush', 'X-Other': 'swordfish' };
    const { servers, notices } = await meet({ web: { url: `${server.url}?token=abcde12345`, headers } });
    expect(servers.status()).toEqual([{ server: 'web', state: 'failed', tools: 0, why }]);
    expect(notices).toEqual([`The MCP server "web" could not be started: ${why}.`]);
  });

  test.each([
    [401, `refused the call: ${credentials}`],
    [503, 'gave no clear answer (it answered with HTTP 503: busy); the call may have taken effect.'],
  ])('with %i to a call', async (status, words) => {
    const server = await startHttpServer();
    const meeting = await meet({ web: { url: server.url } });
    server.fault = onCall((_, response) => {
      response.writeHead(status).end('busy');
      return true;
    });
    expect(await echo(meeting)).toEqual({ text: `The MCP server "web" ${words}`, failed: true });
    server.fault = () => false;
    expect(await echo(meeting)).toEqual(echoed);
  });

  test('does not follow redirects to another host with our headers', async () => {
    const other = await startHttpServer();
    const server = await startHttpServer();
    server.fault = (_, response) => {
      response.writeHead(307, { location: other.url }).end();
      return true;
    };
    const { servers } = await meet({ web: { url: server.url, headers: { Authorization: 'Bearer hush-hush' } } });
    expect(servers.status()[0]).toMatchObject({ state: 'failed', why: expect.stringContaining('not followed') });
    expect(other.requests).toEqual([]);
  });
});

describe('a connection that is lost', () => {
  test('recovers when the server listens again', async () => {
    const server = await startHttpServer();
    const meeting = await meet({ web: { url: server.url } });
    await server.stop();
    const { origin } = new URL(server.url);
    const nobody = `nothing listens at ${origin} (ECONNREFUSED): is the server running?`;
    const first = (await echo(meeting)) as { text: string };
    expect(first.text).toContain('cannot be reached');
    expect(await echo(meeting)).toEqual({
      text: `The MCP server "web" is not available, so the call was not made: ${nobody}`,
      failed: true,
    });
    await server.again();
    expect(await echo(meeting)).toEqual(echoed);
  });

  test.each<[string, Fault]>([
    [
      'the answer ended without a result',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n');
        return true;
      },
    ],
    [
      'the connection was lost',
      (_, response) => {
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .write(': nothing\n\n', () => response.destroy());
        return true;
      },
    ],
    [
      'the server sent a message of more than 32 MB',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: ');
        for (let i = 0; i < 34; i += 1) response.write('x'.repeat(1024 * 1024));
        response.on('error', () => {}).end();
        return true;
      },
    ],
  ])('in the middle of an answer: %s', async (why, fault) => {
    const server = await startHttpServer();
    const meeting = await meet({ web: { url: server.url } });
    server.fault = onCall(fault);
    expect(await echo(meeting)).toEqual({
      text: `The MCP server "web" gave no clear answer (${why}); the call may have taken effect.`,
      failed: true,
    });
    server.fault = () => false;
    expect(await echo(meeting)).toEqual(echoed);
    expect(calls(server)).toBe(2);
  });

  test.each([
    ['application/json', '{"jsonrpc":'],
    ['application/json', '{"hello":1}'],
    ['text/html', '<h1>Welcome</h1>'],
  ])('an invalid answer (%s: %s)', async (type, body) => {
    const server = await startHttpServer();
    const meeting = await meet({ web: { url: server.url } });
    server.fault = onCall((_, response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
      return true;
    });
    expect(await echo(meeting)).toEqual({
      text: 'The MCP server "web" gave no clear answer (its answer does not follow the protocol); the call may have taken effect.',
      failed: true,
    });
    server.fault = () => false;
    expect(await echo(meeting)).toEqual(echoed);
  });
});
