/** A session with a real MCP server process. */
import { rm } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { patienceMs } from '../../../../test/program/until.ts';
import { pixel } from './demo-tools.ts';
import {
  dataOf,
  demo,
  expectGone,
  impatient,
  introduce,
  isRunning,
  type Meeting,
  meet,
  pidOf,
} from './meet-servers.ts';

const workspace = { root: '/', alsoAllowed: [] };
const options = { timeout: patienceMs };

/** A call that is running: the server has reported progress. */
async function begin(
  meeting: Meeting,
  tool: string,
  signal?: AbortSignal,
): Promise<{ readonly end: Promise<unknown> }> {
  const begun = Promise.withResolvers<string>();
  const end = meeting.call(tool, {}, { progress: begun.resolve, ...(signal === undefined ? {} : { signal }) });
  end.catch(() => {});
  await begun.promise;
  return { end };
}

describe('a server that works', () => {
  test('lists its tools page by page, sorted by name, with what they touch', async () => {
    const filter = { include: ['e*', 's*', 'picture'], exclude: ['*w*', 'st*s'] };
    const { servers, notices } = await meet({
      demo: { ...demo, tools: filter, timeoutMs: 5_000 },
      'a b': { ...demo, tools: { include: ['state'] } },
      away: { ...demo, disabled: true },
    });
    const seen = servers.tools().map(({ access, subject, run: _, ...tool }) => ({
      ...tool,
      access: access({}, workspace),
      subject: subject({}, workspace),
    }));
    expect(seen).toEqual([
      {
        name: 'mcp__a_b__state_42096486e7',
        server: 'a b',
        description: 'How it is.',
        parameters: { type: 'object' },
        kind: 'mcp',
        access: { writes: ['mcp:a%20b'] },
        subject: '',
      },
      {
        name: 'mcp__demo__echo',
        server: 'demo',
        description: 'Says what it was told.',
        parameters: {
          type: 'object',
          properties: { text: { type: 'string', default: 'hello' } },
          required: ['text'],
        },
        kind: 'mcp',
        timeoutMs: 5_000,
        access: { reads: ['mcp:demo'] },
        subject: '',
      },
      ...[
        { name: 'environment', description: 'What it can see.', access: { writes: ['mcp:demo'] } },
        { name: 'picture', description: 'A pixel.', access: { reads: ['mcp:demo'] } },
        { name: 'state', description: 'How it is.', access: { writes: ['mcp:demo'] } },
      ].map(({ name, description, access }) => ({
        server: 'demo',
        name: `mcp__demo__${name}`,
        description,
        parameters: { type: 'object' },
        kind: 'mcp',
        timeoutMs: 5_000,
        access,
        subject: '',
      })),
    ]);
    expect(servers.status()).toEqual([
      { server: 'a b', state: 'ready', tools: 1 },
      { server: 'away', state: 'off', tools: 0 },
      { server: 'demo', state: 'ready', tools: 4 },
    ]);
    expect(notices).toEqual([]);
  });

  test('calls: text, an image, a failure, progress', async () => {
    const { call } = await meet({ demo });
    const heard: string[] = [];
    expect([
      await call('mcp__demo__echo', { text: 'ä "quoted" 🎈' }),
      await call('mcp__demo__picture'),
      await call('mcp__demo__refuse'),
      await call('mcp__demo__steps', {}, { progress: (text) => heard.push(text) }),
    ]).toEqual([
      { text: '{"text":"ä \\"quoted\\" 🎈"}' },
      { text: 'a pixel', media: [{ type: 'media', mimeType: 'image/png', data: pixel, encoding: 'base64' }] },
      { text: 'not today', failed: true },
      { text: 'done' },
    ]);
    expect(heard).toEqual(['one\n', '2/2\n']);
  });

  test('its process sees the given environment and its own, and nothing of ours', async () => {
    const folder = temporaryFolder('mcp');
    onTestFinished(() => rm(folder, { recursive: true }));
    const environment = { PATH: process.env['PATH'] ?? '', LANG: 'C' };
    const { call } = await meet(
      { demo: { ...demo, env: { DEMO_KEY: 'k', LANG: 'de' }, cwd: '.' } },
      { environment, cwd: folder },
    );
    expect(dataOf(await call('mcp__demo__environment'))).toEqual({ PATH: environment.PATH, LANG: 'de', DEMO_KEY: 'k' });
    expect(dataOf(await call('mcp__demo__state'))['cwd']).toBe(folder);
  });

  test('reloads a changed list and reports it', async () => {
    const meeting = await meet({ demo: { ...demo, tools: { include: ['gro*'] } } });
    await meeting.call('mcp__demo__grow');
    await vi.waitFor(() => expect(meeting.changes).toHaveLength(2), options);
    await meeting.call('mcp__demo__grow');
    await vi.waitFor(() => expect(meeting.changes).toHaveLength(3), options);
    expect(meeting.changes).toEqual([
      ['mcp__demo__grow'],
      ['mcp__demo__grow', 'mcp__demo__grown-12'],
      ['mcp__demo__grow', 'mcp__demo__grown-12', 'mcp__demo__grown-13'],
    ]);
  });

  test('nothing remains after closing, not even processes it started', async () => {
    const meeting = await meet({ demo }, { timeouts: impatient });
    const pids = [await pidOf(meeting), Number(((await meeting.call('mcp__demo__spawn')) as { text: string }).text)];
    expect(pids.map(isRunning)).toEqual([true, true]);
    await meeting.servers.close();
    for (const pid of pids) await expectGone(pid);
    expect(meeting.servers.status()).toEqual([{ server: 'demo', state: 'closed', tools: 12 }]);
    expect(await meeting.call('mcp__demo__echo')).toEqual({
      text: 'The MCP server "demo" is not available, so the call was not made: the session has closed it',
      failed: true,
    });
    expect(meeting.notices).toEqual([]);
  });
});

describe('a call that does not end', () => {
  test('is cancelled at the server, which continues', async () => {
    const meeting = await meet({ demo });
    const pid = await pidOf(meeting);
    const leave = new AbortController();
    const { end } = await begin(meeting, 'mcp__demo__hang', leave.signal);
    leave.abort(new Error('enough'));
    await expect(end).rejects.toThrow('enough');
    expect(dataOf(await meeting.call('mcp__demo__state'))).toMatchObject({ pid, cancelled: 1 });
    // A call whose signal is already aborted is not sent; a call that has finished is not cancelled.
    await expect(meeting.call('mcp__demo__hang', {}, { signal: leave.signal })).rejects.toThrow('enough');
    const later = new AbortController();
    await meeting.call('mcp__demo__echo', {}, { signal: later.signal });
    later.abort();
    expect(dataOf(await meeting.call('mcp__demo__state'))).toMatchObject({ pid, cancelled: 1 });
    expect(meeting.notices).toEqual([]);
  });

  test('and freezes the server: the next call starts a new one', async () => {
    const meeting = await meet({ demo }, { timeouts: impatient });
    const pid = await pidOf(meeting);
    const leave = new AbortController();
    const { end } = await begin(meeting, 'mcp__demo__freeze', leave.signal);
    leave.abort(new Error('enough'));
    await expect(end).rejects.toThrow('enough');
    expect(await pidOf(meeting)).not.toBe(pid);
    await expectGone(pid);
    expect(meeting.notices).toEqual([
      'The MCP server "demo" has stopped (it did not respond after a call was stopped); the next call restarts it.',
    ]);
  });
});

describe('a server that crashes', () => {
  const crash = {
    text: 'The MCP server "demo" stopped (exit code 3); the call may have taken effect.',
    failed: true,
  };

  test('fails the running calls; the next one starts it again', async () => {
    const meeting = await meet({ demo });
    const pid = await pidOf(meeting);
    const { end } = await begin(meeting, 'mcp__demo__hang');
    expect(await meeting.call('mcp__demo__crash')).toEqual(crash);
    expect(await end).toEqual(crash);
    await vi.waitFor(() => expect(meeting.servers.status()[0]?.state).toBe('stopped'), options);
    // Two concurrent calls start the server once.
    const [first, second] = await Promise.all([pidOf(meeting), pidOf(meeting)]);
    expect(first).toBe(second);
    expect(first).not.toBe(pid);
    expect(meeting.servers.status()).toEqual([{ server: 'demo', state: 'ready', tools: 12 }]);
    expect(meeting.changes).toHaveLength(1);
  });

  test('repeatedly is not restarted automatically; reports its last output without secrets', async () => {
    const meeting = await meet({ demo: { ...demo, env: { ...demo.env, DEMO_KEY: 'hush-hush-1' } } });
    // These stops are not in a row: it works in between.
    expect(await meeting.call('mcp__demo__crash')).toEqual(crash);
    expect(await meeting.call('mcp__demo__echo')).toEqual({ text: '{}' });
    for (let i = 0; i < 4; i += 1) expect(await meeting.call('mcp__demo__crash')).toEqual(crash);
    const why = 'exit code 3; its last output: about to crash\nmy key is [hidden]';
    const refused = `it has stopped 4 times in a row, most recently: ${why}`;
    await vi.waitFor(() => expect(meeting.servers.status()[0]?.state).toBe('failed'), options);
    expect(meeting.servers.status()).toEqual([{ server: 'demo', state: 'failed', tools: 12, why: refused }]);
    expect(await meeting.call('mcp__demo__echo')).toEqual({
      text: `The MCP server "demo" is not available, so the call was not made: ${refused}`,
      failed: true,
    });
    expect(meeting.notices).toEqual([
      ...Array.from({ length: 4 }, () => `The MCP server "demo" has stopped (${why}); the next call restarts it.`),
      `The MCP server "demo" has stopped 4 times in a row and is not restarted (${why}).`,
    ]);
    await meeting.servers.restart('demo');
    expect(await meeting.call('mcp__demo__echo', { text: 'x' })).toEqual({ text: '{"text":"x"}' });
  });
});

describe('a server that cannot be started', () => {
  test('is named with the reason; the others work', async () => {
    const { servers, notices } = await meet({
      demo: { ...demo, tools: { include: ['echo'] } },
      'no-command': { command: '' },
      'no-program': { command: 'no-such-program-915' },
      'no-folder': { ...demo, cwd: '/no/such/folder' },
      'no-url': { url: 'ftp://example.com' },
      nul: { command: 'a\0b' },
    });
    const whys: Record<string, unknown> = Object.fromEntries(servers.status().map(({ server, why }) => [server, why]));
    expect(whys).toEqual({
      demo: undefined,
      'no-command': 'it has neither a "command" nor a "url" in its configuration',
      'no-program':
        'its command "no-such-program-915" could not be run (ENOENT): is it installed, and does its working folder exist?',
      'no-folder': expect.stringContaining('could not be run (ENOENT)'),
      'no-url': 'its "url" is not an http(s) URL',
      nul: expect.stringContaining('null bytes'),
    });
    expect(notices).toHaveLength(5);
    expect(notices).toContain('The MCP server "no-url" could not be started: its "url" is not an http(s) URL.');
    expect(servers.tools().map(({ name }) => name)).toEqual(['mcp__demo__echo']);
  });

  test('closing while it starts leaves nothing behind', async () => {
    const { servers, notices } = introduce({ demo });
    const started = servers.start();
    await servers.close();
    await started;
    expect(servers.status()).toEqual([{ server: 'demo', state: 'closed', tools: 0 }]);
    expect(notices).toEqual([]);
  });

  test('no servers', async () => {
    const { servers } = await meet({});
    expect([servers.tools(), servers.status()]).toEqual([[], []]);
  });
});
