/** `interlock run` with programs that have the names of the agents: they report how they were started, and send a request to the gateway. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoteWord } from '@interlock/runtime';
import { startAll } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { clientAgents } from '../../src/gateway/client-agents.ts';
import { runCli } from '../run-cli.ts';

const folder = temporaryFolder('run-test');
const programs = join(folder, 'bin');
const home = join(folder, 'home');
const said = join(folder, 'said.json');
let simulators: Awaited<ReturnType<typeof startAll>>;
let env: Record<string, string>;

/** A program in JavaScript. Not with Node in its first line: the system takes no blank there, and not many characters. */
function started(script: string): string {
  return `#!/bin/sh\nexec ${quoteWord(process.execPath)} -e ${quoteWord(script)} -- "$@"\n`;
}

/** Finds the gateway and its key as the agent would, sends it a request, and exits with 7. */
const program = started(`
const { readFileSync, writeFileSync } = require('node:fs');
const { argv, env } = process;
const args = argv.slice(1);
const all = args.join(' ') + ' ' + Object.values(env).join(' ');
const path = [...args, ...Object.values(env)].find((each) => /interlock-run-\\w{6}\\/[\\w.]+$/.test(each));
const own = path === undefined ? '' : readFileSync(path, 'utf8');
const settings = env.GEMINI_CLI_HOME ? readFileSync(env.GEMINI_CLI_HOME + '/.gemini/settings.json', 'utf8') : undefined;
const [url] = /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(all.replaceAll(env.ANTHROPIC_UPSTREAM, '') + own);
const [key] = /ilk_[\\w-]{32}/.exec(all + own);
const ask = (headers) => fetch(url + '/v1/messages', { method: 'POST', headers, body: JSON.stringify({ model: 'claude-opus-4-8', max_tokens: 100, messages: [{ role: 'user', content: 'Say it.' }] }) });
Promise.all([ask({ 'x-api-key': key }), ask({ 'x-api-key': 'wrong' })]).then(async ([right, wrong]) => {
  const { content } = await right.json();
  writeFileSync(env.SAID, JSON.stringify({ args: args.filter((each) => each !== path), answer: content[0].text, wrong: wrong.status, settings, own: own !== '', kept: env.ANTHROPIC_API_KEY ?? null, window: env.CLAUDE_CODE_MAX_CONTEXT_TOKENS ?? null }));
  process.exitCode = 7;
});
`);

beforeAll(async () => {
  for (const each of [programs, home]) mkdirSync(each);
  const { echoModel } = await import('@interlock/simulators');
  simulators = await startAll({ names: ['anthropic'], model: echoModel });
  const { url, key } = simulators.of('anthropic');
  env = {
    HOME: home,
    PATH: programs,
    SAID: said,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_UPSTREAM: url,
    ANTHROPIC_API_KEY: key,
  };
});
afterAll(async () => {
  await simulators.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(clientAgents)('starts $name with what it needs and passes on its exit code', async (agent) => {
  const file = join(programs, agent.program);
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  const { code, stdout, stderr } = await runCli(['run', agent.name, '--', '-p', 'hello there', '--config', 'x'], {
    env,
  });
  expect({ code, stdout, stderr }).toEqual({ code: 7, stdout: '', stderr: '' });
  const told = JSON.parse(readFileSync(said, 'utf8'));
  expect(told).toMatchObject({ answer: 'Say it.', wrong: 401 });
  expect(told.args.slice(-4)).toEqual(['-p', 'hello there', '--config', 'x']);
  expect(told.args).not.toContain('--');
  expect([agent.name, told.settings, told.own, told.kept === null]).toEqual([
    agent.name,
    agent.name === 'gemini' ? '{"security": {"auth":{"selectedType":"gemini-api-key"}}}' : undefined,
    agent.ownFile !== undefined,
    agent.name === 'claude-code',
  ]);
  // No file of the user is created or changed, and none of ours remains.
  expect(readdirSync(home)).toEqual(agent.name === 'gemini' ? ['.local'] : []);
  rmSync(join(home, '.local'), { recursive: true, force: true });
  rmSync(file);
});

test.each([
  [
    ['--', '-p', 'hi'],
    ['-p', 'hi'],
  ],
  [
    ['-p', 'hi'],
    ['-p', 'hi'],
  ],
  [
    ['exec', '--', '-p'],
    ['exec', '--', '-p'],
  ],
  [
    ['--', 'exec', '--', '-p'],
    ['exec', '--', '-p'],
  ],
  [[], []],
])('%j: only a separator at the start is ours', async (args, passed) => {
  const file = join(programs, 'claude');
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  await runCli(['run', 'claude-code', ...args], { env });
  expect(JSON.parse(readFileSync(said, 'utf8')).args).toEqual(passed);
  rmSync(file);
});

test('--offline: simulated providers answer, and nothing that is configured is contacted', async () => {
  const [file, config] = [join(programs, 'claude'), join(folder, 'config.json')];
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  const gateway = { postgresEnv: 'NOT_SET', otlpEndpoint: 'http://127.0.0.1:9' };
  writeFileSync(
    config,
    JSON.stringify({ model: 'mistral/mistral-large-latest', sessions: { postgresEnv: 'NOT_SET' }, gateway }),
  );
  const before = simulators.of('anthropic').log.length;
  const { code, stdout, stderr } = await runCli(['run', '--offline', '--config', config, 'claude-code'], { env });
  expect({ code, stdout, stderr }).toEqual({ code: 7, stdout: '', stderr: '' });
  expect(JSON.parse(readFileSync(said, 'utf8'))).toMatchObject({
    answer: expect.stringContaining('anthropic/claude-opus-4-8'),
    wrong: 401,
  });
  expect(simulators.of('anthropic').log.length).toBe(before);
  rmSync(file);
});

test.each(clientAgents)('$name is not installed', async ({ name, program: wanted, install }) => {
  expect(await runCli(['run', name], { env })).toEqual({
    code: 127,
    stdout: '',
    stderr: `interlock: ${wanted} is not installed. To install it:\n  ${install}\n`,
  });
});

test.each([
  [{}, '1000000'],
  [{ CLAUDE_CODE_MAX_CONTEXT_TOKENS: '5000' }, '5000'],
])('claude-code, with %j: the window of models it does not know is %s tokens', async (own, window) => {
  const file = join(programs, 'claude');
  writeFileSync(file, program, { mode: 0o700 });
  await runCli(['run', 'claude-code'], { env: { ...env, ...own } });
  expect(JSON.parse(readFileSync(said, 'utf8'))).toMatchObject({ window });
  rmSync(file);
});

test('says so if nothing is configured', async () => {
  const file = join(programs, 'claude');
  writeFileSync(file, started('process.exitCode = 7;'), { mode: 0o700 });
  const { code, stderr } = await runCli(['run', 'claude-code'], { env: { HOME: home, PATH: programs } });
  expect([code, stderr]).toEqual([
    7,
    'There is no key and no provider in the configuration: interlock doctor shows what is missing.\n',
  ]);
  rmSync(file);
});

test('says which models the agent asked for in vain, once each', async () => {
  const file = join(programs, 'claude');
  const names = ['gpt-none', 'claude-opus-4-8', 'gpt-none', 'gpt-other'];
  const code = started(`
const { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: key } = process.env;
const ask = (model) => fetch(url + '/v1/messages', { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify({ model, max_tokens: 9, messages: [{ role: 'user', content: 'Say it.' }] }) });
(async () => { for (const name of ${JSON.stringify(names)}) await ask(name); })();
`);
  writeFileSync(file, code, { mode: 0o700 });
  expect(await runCli(['run', 'claude-code'], { env })).toEqual({
    code: 0,
    stdout: '',
    stderr:
      'interlock: claude-code asked for models that the gateway does not have: gpt-none, gpt-other. Add them to gateway.aliases, or choose a model of interlock models in the agent.\n',
  });
  rmSync(file);
});

test('a program whose interpreter is missing is not called missing itself', async () => {
  const file = join(programs, 'claude');
  writeFileSync(file, '#!/no/such/interpreter\n', { mode: 0o700 });
  expect(await runCli(['run', 'claude-code'], { env })).toEqual({
    code: 2,
    stdout: '',
    stderr: `interlock: ${file} cannot be started: the program that its first line names was not found.\n`,
  });
  rmSync(file);
});

test('a program that may not be executed', async () => {
  const file = join(programs, 'claude');
  writeFileSync(file, program, { mode: 0o600 });
  expect(await runCli(['run', 'claude-code'], { env })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'interlock: claude cannot be started: spawn claude EACCES\n',
  });
  rmSync(file);
});

test.each([
  [['run', 'emacs'], 'claude-code, codex, gemini'],
  [['run'], 'agent'],
])('%j cannot be run', async (args, told) => {
  const { code, stdout, stderr } = await runCli(args, { env });
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(told)]);
});
