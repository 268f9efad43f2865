/** `interlock simulate` as it is used: a separate process, real requests, a signal. */
import { spawn } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { programArgs } from '../../../../test/program/bundle.ts';
import { compileCache } from '../../../../test/program/compile-cache.ts';
import { runCli } from '../run-cli.ts';

const program = programArgs('main');
const running: ReturnType<typeof startProcess>[] = [];
afterEach(() => {
  for (const { kill } of running.splice(0)) kill('SIGKILL');
});

/** From the sources, so that no build is needed. */
function startProcess(args: readonly string[]) {
  const child = spawn(process.execPath, [...program, 'simulate', ...args], {
    env: { PATH: process.env['PATH'], ...compileCache },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  let heard = (): void => {};
  child.stdout.on('data', (chunk) => {
    out += chunk;
    heard();
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  return {
    kill: (signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL') => child.kill(signal),
    /** The output, once it contains this. */
    async printed(what: RegExp): Promise<string> {
      while (!what.test(out)) {
        const more = new Promise<void>((resolve) => {
          heard = resolve;
        });
        const code = await Promise.race([more, ended]);
        if (code !== undefined) throw new Error(`It ended with ${code}:\n${out}${err}`);
      }
      return out;
    },
    ended: async () => ({ code: await ended, err }),
  };
}

function start(...args: readonly string[]): ReturnType<typeof startProcess> {
  const started = startProcess(args);
  running.push(started);
  return started;
}

const good = { model: 'claude-opus-4-6', max_tokens: 100, messages: [{ role: 'user', content: 'Hello there' }] };
const tool = { name: 'read', input_schema: { type: 'object' } };
const bad = { ...good, tools: [tool, tool] };

function post(url: string, key: string, body: object): Promise<Response> {
  return fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('a valid and an invalid request, one line each, and Ctrl-C', async () => {
  const process = start('anthropic', 'gemini', '--model', 'echo');
  const table = await process.printed(/Ready/);
  expect(table.replaceAll(/:\d+/g, ':0000')).toBe(
    `anthropic  http://127.0.0.1:0000  key sim-key-anthropic
           ANTHROPIC_BASE_URL=http://127.0.0.1:0000 ANTHROPIC_API_KEY=sim-key-anthropic
gemini     http://127.0.0.1:0000  key sim-key-gemini
           GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:0000 GEMINI_API_KEY=sim-key-gemini

Ready. Press Ctrl-C to stop.

`,
  );
  const url = /http:\S+/.exec(table)?.[0] ?? '';
  const answer = await post(url, 'sim-key-anthropic', good);
  expect(await answer.json()).toMatchObject({ content: [{ type: 'text', text: 'Hello there' }] });
  expect((await post(url, 'sim-key-anthropic', bad)).status).toBe(400);
  // Text of a request cannot control the terminal.
  expect((await post(url, 'sim-key-anthropic', { ...good, model: 'claude\u001b[31m' })).status).toBe(404);
  const printed = await process.printed(/refused 404.*\n/);
  expect(printed.slice(table.length).split('\n')).toEqual([
    'anthropic  accepted 200  POST /v1/messages  claude-opus-4-6',
    'anthropic  refused 400  POST /v1/messages  claude-opus-4-6  ANT-062 tools: Tool names must be unique.',
    expect.stringMatching(/^anthropic {2}refused 404 {2}POST \/v1\/messages {2}claude \[31m {2}\P{Cc}*$/u),
    '',
  ]);
  process.kill('SIGINT');
  expect(await process.ended()).toEqual({ code: 0, err: '' });
});

test('--json --quiet: one object per line, only for problems; SIGTERM ends it too', async () => {
  const process = start('anthropic', '--json', '--quiet');
  const first = await process.printed(/\n/);
  const simulator = JSON.parse(first);
  expect(simulator).toEqual({
    simulator: 'anthropic',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    key: 'sim-key-anthropic',
    baseUrl: simulator.url,
    environment: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'sim-key-anthropic' },
  });
  await post(simulator.url, simulator.key, good);
  await post(simulator.url, 'wrong', good);
  await post(simulator.url, simulator.key, bad);
  const lines = (await process.printed(/ANT-062.*\n/)).trimEnd().split('\n').slice(1);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ simulator: 'anthropic', verdict: 'refused', status: 401 }),
    {
      simulator: 'anthropic',
      method: 'POST',
      path: '/v1/messages',
      model: 'claude-opus-4-6',
      account: 'main',
      verdict: 'refused',
      rules: ['ANT-062'],
      warnings: [],
      status: 400,
      message: 'tools: Tool names must be unique.',
      place: 'tools',
    },
  ]);
  process.kill('SIGTERM');
  expect(await process.ended()).toEqual({ code: 0, err: '' });
});

test('a signal during a stream', async () => {
  const process = start('anthropic', '--json');
  const { url, key } = JSON.parse(await process.printed(/\n/));
  const long = {
    ...good,
    stream: true,
    max_tokens: 8000,
    messages: [{ role: 'user', content: 'word '.repeat(20_000) }],
  };
  const response = await post(url, key, long);
  const reader = response.body?.getReader();
  await reader?.read();
  process.kill('SIGINT');
  expect(await process.ended()).toEqual({ code: 0, err: '' });
  await reader?.cancel().catch(() => undefined);
});

test('a port that is taken', async () => {
  const process = start('anthropic', '--json');
  const { url } = JSON.parse(await process.printed(/\n/));
  const { code, stdout, stderr } = await runCli(['simulate', 'anthropic', '--port', new URL(url).port]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(
    /^interlock: The simulators cannot be started: .*EADDRINUSE.*\nChoose another --port, or omit it /,
  );
});

test.each([
  [['antropic'], 'interlock: There is no simulator "antropic".\nUse one of anthropic, openai-chat,'],
  [['--port', '0'], 'interlock: --port cannot be "0". It must be a whole number above 0.\n'],
  [['--model', 'gpt'], 'interlock: --model cannot be "gpt". Use one of default, echo.\n'],
  [['--port', '99999'], 'interlock: --port cannot be "99999". The highest port is 65535.\n'],
  [['--port', '65530'], 'interlock: Not enough ports for 21 simulators from 65530: the highest port is 65535.\n'],
])('%j cannot be run', async (args, expected) => {
  const { code, stdout, stderr } = await runCli(['simulate', ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
});
