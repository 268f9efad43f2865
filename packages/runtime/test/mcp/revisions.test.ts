/** Real servers of the 2026-07-28 revision and of older ones, with the same client. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { patienceMs } from '../../../../test/program/until.ts';
import type { McpServerConfig, StdioServerConfig } from '../../src/mcp/mcp-config.ts';
import { startHttpServer } from './http-server.ts';
import { dataOf, type Meeting, meet } from './meet-servers.ts';
import { startNewerHttp } from './newer-http.ts';

const { signal } = new AbortController();
const only = server('newer-server.ts', 'only');

/** Everything a session does with a server of the newer revision. */
async function expectAll(meeting: Meeting): Promise<void> {
  const { servers, call } = meeting;
  expect(servers.tools().map(({ name }) => name)).toEqual(['mcp__s__colour', 'mcp__s__echo', 'mcp__s__steps']);
  expect(dataOf(await call('mcp__s__echo', { region: 'north' }))['region']).toBe('north');
  const progress: string[] = [];
  expect(await call('mcp__s__steps', {}, { progress: (news) => progress.push(news) })).toEqual({ text: 'done' });
  expect(progress).toEqual(['one\n']);
  expect(servers.prompts().map(({ name }) => name)).toEqual(['greet']);
  expect(await servers.prompt('s', 'greet', {}, signal)).toBe('Good day.');
  expect(await servers.resource('s', 'note://a', signal)).toEqual({ text: '[resource note://a]\nthe note' });
  expect(meeting.notices).toEqual([]);
}

describe('the 2026-07-28 revision', () => {
  test('over stdio, with a server that supports no other', async () => {
    await expectAll(await meet({ s: only }));
  });

  test('over HTTP, with a server that supports no other: no session, independent requests, arguments in headers', async () => {
    const { url, methods } = await startNewerHttp();
    const meeting = await meet({ s: { url } });
    await expectAll(meeting);
    expect(dataOf(await meeting.call('mcp__s__echo', { region: 'north' }))).toEqual({
      region: 'north',
      header: 'north',
    });
    expect(methods[0]).toBe('server/discover');
    expect(methods).not.toContain('initialize');
  });

  test('a requested stream reports a changed list', async () => {
    const server = await startNewerHttp();
    const meeting = await meet({ s: { url: server.url } });
    await vi.waitFor(() => expect(server.methods).toContain('subscriptions/listen'), { timeout: patienceMs });
    await vi.waitFor(
      () => {
        server.grow(`more-${meeting.changes.length}`);
        expect(meeting.changes.at(-1)?.some((name) => name.startsWith('mcp__s__more'))).toBe(true);
      },
      { timeout: patienceMs },
    );
  });

  test('asks a server again that was too slow to report its revision', async () => {
    const meeting = await meet({ s: only }, { timeouts: { probeMs: 0 } });
    expect(meeting.servers.status()).toMatchObject([{ state: 'ready', tools: 3 }]);
  });
});

describe('an older revision', () => {
  test.each<[string, McpServerConfig]>([
    ['a server that exits at the first unknown request', server('abrupt-server.ts')],
    ['named in the configuration', { ...server('abrupt-server.ts'), protocol: '2025-11-25' }],
  ])('%s', async (_, config) => {
    const { servers, notices } = await meet({ s: config });
    expect(servers.status()).toEqual([{ server: 's', state: 'ready', tools: 1 }]);
    expect(notices).toEqual([]);
  });

  test.each([
    ['2025-11-25', ['initialize']],
    [undefined, ['server/discover', 'initialize']],
  ] as const)('over HTTP, with %s in the configuration', async (protocol, first) => {
    const server = await startHttpServer();
    await meet({ s: { url: server.url, ...(protocol === undefined ? {} : { protocol }) } });
    expect(server.requests.slice(0, first.length)).toEqual(first.map((method) => `POST ${method}`));
  });

  test('reports a required revision that is not supported', async () => {
    const server = await startHttpServer();
    const { servers } = await meet({ s: { url: server.url, protocol: '2026-07-28' } });
    expect(servers.status()[0]?.why).toContain('did not offer pinned protocol version 2026-07-28');
  });
});

function server(file: string, ...args: readonly string[]): StdioServerConfig {
  return { command: process.execPath, args: [fileURLToPath(new URL(file, import.meta.url)), ...args] };
}
