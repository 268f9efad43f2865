/** Servers that break the protocol: each affects only itself, and the reason is reported. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { patienceMs } from '../../../../test/program/until.ts';
import type { StdioServerConfig } from '../../src/mcp/mcp-config.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import { expectGone, hostile, impatient, introduce, meet } from './meet-servers.ts';

const options = { timeout: patienceMs };
const rejections: unknown[] = [];
const note = (reason: unknown): void => void rejections.push(reason);

beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => {
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
});

/** A server that writes its pid, or that of its child, to a file. */
async function marked(
  mode: string,
): Promise<{ readonly config: StdioServerConfig; readonly pid: () => Promise<number> }> {
  const folder = temporaryFolder('mcp');
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'pid');
  const config = hostile(mode);
  return {
    config: { ...config, args: [...(config.args ?? []), file] },
    pid: () => vi.waitFor(() => Number(readFileSync(file, 'utf8')), options),
  };
}

describe('at the start', () => {
  test.each([
    ['old-version', "Server's protocol version is not supported: 1999-01-01"],
    ['odd-welcome', 'its answer does not follow the protocol'],
    ['list-error', 'no list today'],
    ['exits', 'it ended before it was ready (exit code 4); its last output: first line\nno licence found'],
  ])('%s: it fails with the reason', async (mode, why) => {
    const { servers, notices } = await meet({ odd: hostile(mode) });
    expect(servers.status()).toEqual([{ server: 'odd', state: 'failed', tools: 0, why }]);
    expect(notices).toEqual([`The MCP server "odd" could not be started: ${why}.`]);
  });

  test.each(['silent', 'deaf'])('%s: it is stopped at the timeout, and the others work', async (mode) => {
    const { config, pid } = await marked(mode);
    const long = 86_400_000;
    // Its time limit ends as soon as it runs.
    const sleep: Clock['sleep'] = (ms, signal) => (ms === long ? pid().then(() => {}) : systemClock.sleep(ms, signal));
    const { servers, call } = await meet(
      { quiet: { ...config, startTimeoutMs: long }, fine: hostile('fine') },
      { clock: { ...systemClock, sleep }, timeouts: impatient },
    );
    const running = await pid();
    expect(servers.status()).toEqual([
      { server: 'fine', state: 'ready', tools: 1 },
      { server: 'quiet', state: 'failed', tools: 0, why: 'no answer within 86400 s' },
    ]);
    expect(await call('mcp__fine__work')).toEqual({ text: 'fine' });
    await expectGone(running);
  });

  test('closing during the start', async () => {
    const { config, pid } = await marked('deaf');
    const { servers, notices } = introduce({ quiet: config }, { timeouts: impatient });
    const started = servers.start();
    const running = await pid();
    await servers.close();
    await started;
    await expectGone(running);
    expect(notices).toEqual([]);
  });
});

const leaveEarly = ['--conditions=@interlock/source', fileURLToPath(new URL('leave-early.ts', import.meta.url))];

test('a program that exits without closing stops it too', async () => {
  const { config, pid } = await marked('deaf');
  await promisify(execFile)(process.execPath, [...leaveEarly, ...(config.args ?? [])]);
  await expectGone(await pid());
});

test('so does a program that is killed', async () => {
  const { config, pid } = await marked('deaf');
  const program = spawn(process.execPath, [...leaveEarly, ...(config.args ?? []), 'stay'], { stdio: 'ignore' });
  onTestFinished(() => void program.kill('SIGKILL'));
  const running = await pid();
  program.kill('SIGKILL');
  await expectGone(running);
});

describe('in the tool list', () => {
  test('an invalid tool is dropped alone', async () => {
    const { servers, notices } = await meet({ odd: hostile('bad-tools') });
    expect(servers.tools().map(({ name, description, parameters }) => [name, description.length, parameters])).toEqual([
      ['mcp__odd__no-schema', 0, { type: 'object', properties: {} }],
      ['mcp__odd__odd_name______3ba939cf80', 4_096, { type: 'object' }],
      ['mcp__odd__odd-pattern', 0, { type: 'object', properties: { a: { type: 'string' }, b: { pattern: '^b' } } }],
      ['mcp__odd__twice', 0, { type: 'object' }],
    ]);
    const begin = 'The MCP server "odd": ';
    const long = `"${'x'.repeat(79)}`;
    expect(notices).toEqual([
      `${begin}a tool without a valid name (none) is ignored.`,
      `${begin}a tool without a valid name (none) is ignored.`,
      `${begin}a tool without a valid name (none) is ignored.`,
      `${begin}a tool without a valid name ("") is ignored.`,
      `${begin}a tool without a valid name (7) is ignored.`,
      `${begin}a tool without a valid name (${long}) is ignored.`,
      `${begin}the tool "twice" is listed twice; the first one is used.`,
      `${begin}the tool "text-schema" is left out: its input schema is not an object.`,
      `${begin}the tool "list-schema" is left out: its input schema is not for an object.`,
      `${begin}the tool "deep-schema" is left out: its input schema is nested more than 64 deep.`,
      `${begin}2 more problems of this kind in its list of tools.`,
    ]);
  });

  test.each([
    ['cursor-loop', 3, 'its list of tools has a loop; the 3 tools before that are used'],
    ['endless-list', 100, 'its list of tools has more than 100 pages; the 100 tools before that are used'],
    ['no-list', 0, 'a page of its list of tools is not a list'],
  ])('%s', async (mode, count, problem) => {
    const { servers, notices } = await meet({ odd: hostile(mode) });
    expect(servers.status()).toEqual([{ server: 'odd', state: 'ready', tools: count }]);
    expect(notices).toEqual([`The MCP server "odd": ${problem}.`]);
  });
});

describe('among its messages', () => {
  test('noise: ignored and reported once', async () => {
    const { call, notices } = await meet({ odd: hostile('noise') });
    expect(await call('mcp__odd__work')).toEqual({ text: 'fine' });
    expect(notices).toEqual([
      'The MCP server "odd" sends something that is not a message, which is ignored: Listening on stdio!.',
    ]);
  });

  test('an answer in an invalid form ends the call', async () => {
    const { call, notices } = await meet({ odd: hostile('odd-answer') });
    expect(await call('mcp__odd__work')).toEqual({
      text: 'The MCP server "odd" gave no clear answer (its answer does not follow the protocol); the call may have taken effect.',
      failed: true,
    });
    expect(notices).toEqual([
      expect.stringContaining('sends something that is not a message, which is ignored: {"jsonrpc"'),
    ]);
  });

  test.each([
    ['huge-answer', 'it sent a message of more than 32 MB'],
    ['hang-up', 'it closed its output'],
  ])('%s: it is stopped', async (mode, why) => {
    const { call, servers } = await meet({ odd: hostile(mode) }, { timeouts: impatient });
    expect(await call('mcp__odd__work')).toEqual({
      text: `The MCP server "odd" stopped (${why}); the call may have taken effect.`,
      failed: true,
    });
    await vi.waitFor(() => expect(servers.status()[0]).toMatchObject({ state: 'stopped' }), options);
    expect(servers.status()[0]?.why?.split(';')[0]).toBe(why);
  });

  test('closed input: the next call starts it again', async () => {
    const { call } = await meet({ odd: hostile('close-input') }, { timeouts: impatient });
    expect(await call('mcp__odd__work')).toEqual({ text: '' });
    const lost = await call('mcp__odd__work');
    expect(lost).toEqual({ text: expect.stringMatching(/stopped \(it closed its input\)/), failed: true });
    expect(await call('mcp__odd__work')).toEqual({ text: '' });
  });

  test('a flood of unrequested messages', async () => {
    const { call, servers } = await meet({ odd: hostile('flood') });
    let heard = 0;
    const progress = (): void => {
      heard += 1;
    };
    expect(await call('mcp__odd__work', {}, { progress })).toEqual({ text: 'still here' });
    expect(heard).toBe(2_000);
    expect(servers.status()).toEqual([{ server: 'odd', state: 'ready', tools: 1 }]);
  });

  test('a server that leaves behind a child with its pipes', async () => {
    const { config, pid } = await marked('orphan');
    const { call } = await meet({ odd: config });
    expect(await call('mcp__odd__work')).toEqual({
      text: 'The MCP server "odd" stopped (exit code 5); the call may have taken effect.',
      failed: true,
    });
    await expectGone(await pid());
  });
});
