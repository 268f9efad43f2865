/** The variables that `interlock simulate` prints for interlock itself: with them, and with nothing else, every provider answers. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiNames } from '@interlock/simulators';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { run } from '../../src/program/run.ts';
import { createStreams } from '../headless/sink.ts';
import { runCli } from '../run-cli.ts';

const home = temporaryFolder('simulated');
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Started {
  readonly simulator: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly interlock?: Readonly<Record<string, string>>;
}

/** Servers that no provider uses by default; they need a configuration. */
const byConfiguration = [
  ...['openai-chat', 'glm-messages', 'vllm'],
  ...['azure-chat', 'azure-responses', 'vertex-gemini', 'vertex-claude', 'bedrock-claude', 'bedrock-converse'],
];

test('every simulator knows its provider’s default model', async () => {
  const { io, stdout, interrupt } = createStreams();
  const heard = Promise.withResolvers<void>();
  const names = apiNames.filter((name) => !byConfiguration.includes(name));
  stdout.onWrite = () => void setImmediate(heard.resolve);
  const ended = run(['simulate', '--json', ...names], io);
  await heard.promise;
  const started: readonly Started[] = stdout
    .text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(started.map(({ simulator }) => simulator)).toEqual(names);
  const outcomes: unknown[] = [];
  for (const { simulator, environment, interlock } of started) {
    const env = { HOME: home, PATH: process.env['PATH'] ?? '', ...(interlock ?? environment) };
    const { code, stderr } = await runCli(['-p', 'hello', '-q', '--no-session', '--sandbox', 'off', '--cwd', home], {
      env,
      stdin: '',
    });
    outcomes.push({ simulator, code, stderr });
  }
  interrupt('SIGINT');
  expect(await ended).toBe(0);
  expect(outcomes).toEqual(names.map((simulator) => ({ simulator, code: 0, stderr: '' })));
});

test('a Chat-only server instead of OpenAI: says what to set, and then works', async () => {
  const { io, stdout, interrupt } = createStreams();
  const heard = Promise.withResolvers<void>();
  stdout.onWrite = () => void setImmediate(heard.resolve);
  const ended = run(['simulate', '--json', 'openai-chat'], io);
  await heard.promise;
  const { environment }: Started = JSON.parse(stdout.text());
  const env = { HOME: home, PATH: process.env['PATH'] ?? '', ...environment };
  const asked = ['-p', 'hello', '-q', '--no-session', '--sandbox', 'off', '--cwd', home];
  expect(await runCli(asked, { env, stdin: '' })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'interlock: The turn failed. Invalid URL (POST /v1/responses) (invalid-request)\n' +
      'If this server has only Chat Completions, set "providers": { "openai": { "protocol": "openai-chat" } } in the configuration (`interlock config --path` says where).\n',
  });
  const config = join(home, 'chat.json');
  writeFileSync(config, '{ "providers": { "openai": { "protocol": "openai-chat" } } }');
  expect(await runCli([...asked, '--config', config], { env, stdin: '' })).toMatchObject({ code: 0, stderr: '' });
  interrupt('SIGINT');
  expect(await ended).toBe(0);
});
