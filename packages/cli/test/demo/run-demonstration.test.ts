import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { runDemonstration } from '../../src/demo/run-demonstration.ts';
import type { Interruption } from '../../src/io/exit-codes.ts';
import type { Io } from '../../src/io/io.ts';
import { runCli } from '../run-cli.ts';

const folder = temporaryFolder('demonstration');
writeFileSync(join(folder, 'README.md'), '# A project\n');
writeFileSync(join(folder, 'a.ts'), 'export const a = 1; // TODO\n');
const temporary = temporaryFolder('temporary');
vi.stubEnv('TMPDIR', temporary);
const home = temporaryFolder('home');
afterAll(() => {
  vi.unstubAllEnvs();
  for (const each of [folder, home, temporary]) rmSync(each, { recursive: true, force: true });
});

/** Scratch projects of this process that still exist. */
function scratchFolders(): readonly string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('interlock-scratch-'));
}

interface Played {
  readonly io: Io;
  text(): string;
}

/** `stopAt`: interrupted as soon as this is written. */
function streams(stopAt?: string): Played {
  const written: string[] = [];
  const text = (): string => written.join('');
  const stop = Promise.withResolvers<Interruption>();
  const stdout = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk.toString());
      if (stopAt !== undefined && text().includes(stopAt)) stop.resolve('SIGINT');
      done();
    },
  });
  const io: Io = {
    stdin: Readable.from([]),
    stdout,
    stderr: new Writable(),
    env: { HOME: home, PATH: process.env['PATH'] ?? '' },
    interrupted: () => stop.promise,
  };
  return { io, text };
}

const switched = (count: number): string[] => [
  `   switch   It does not get earlier thinking (${count}), which is kept for when you`,
  '            switch back.',
];

/** The step of one family: its name, its first request, the request with the new result, and the losses of the switch. */
function step(number: number, title: string, messages: readonly [number, number], calls: number, lost = 0): string[] {
  return [
    '',
    `${number}. ${title}`,
    ...(lost === 0 ? [] : switched(lost)),
    '   you      List the files.',
    `   sent     ${messages[0]} messages, ${calls} calls, ${calls} results, 3 of them closures: accepted`,
    '   tool     list_files: done',
    `   sent     ${messages[1]} messages, ${calls + 1} calls, ${calls + 1} results, 3 of them closures: accepted`,
    '   model    list_files * returned 2 lines: README.md, a.ts',
  ];
}

test('five calls cancelled after two results, a test fixed, another added: across every provider family, and the folder is unchanged', async () => {
  const { io, text } = streams();
  const before = readdirSync(folder);
  expect(await runDemonstration(io, folder)).toBe(0);
  expect(text().split('\n').slice(4)).toEqual([
    '',
    '1. anthropic/claude-opus-4-8: five calls at once, cancelled after two results.',
    '   you      Look around.',
    '   sent     1 message, 0 calls, 0 results: accepted',
    '   tool     list_files: done',
    '   tool     list_files: done',
    '   tool     list_files: interrupted while it ran',
    '   tool     search_files: interrupted while it ran',
    '   tool     search_files: cancelled before it started',
    '   you      Esc: the turn is cancelled, everything so far is kept',
    '',
    '2. anthropic/claude-opus-4-8: a failing test is fixed.',
    '   you      Fix the test.',
    '   sent     3 messages, 5 calls, 5 results, 3 of them closures: accepted',
    '   tool     read_file: done',
    '   tool     read_file: done',
    '   tool     run_command: failed',
    '              ℹ pass 0',
    '              ℹ fail 1',
    '   sent     5 messages, 8 calls, 8 results, 3 of them closures: accepted',
    '   tool     edit_file: done',
    '              -    sum += price;',
    '              +    sum += price * quantity;',
    '   sent     7 messages, 9 calls, 9 results, 3 of them closures: accepted',
    '   tool     run_command: done',
    '              ℹ pass 1',
    '              ℹ fail 0',
    '   sent     9 messages, 10 calls, 10 results, 3 of them closures: accepted',
    '   model    The test passes now. Next: /model, choose another provider, and then',
    '            add a test.',
    '',
    '3. openai/gpt-5.6-terra: the work continues in OpenAI Responses.',
    '   you      Add a test.',
    '   sent     28 messages, 10 calls, 10 results, 3 of them closures: accepted',
    '   tool     write_file: done',
    '   sent     32 messages, 11 calls, 11 results, 3 of them closures: accepted',
    '   tool     run_command: done',
    '              ℹ pass 2',
    '              ℹ fail 0',
    '   sent     36 messages, 12 calls, 12 results, 3 of them closures: accepted',
    '   model    All 2 tests pass. /rewind undoes changes; the project is removed',
    '            when you exit.',
    ...step(4, 'google/gemini-3.1-pro: the same in Gemini generateContent.', [18, 20], 12, 2),
    ...step(5, "mistral/mistral-large-latest: the same in Mistral's Chat Completions.", [36, 39], 13, 2),
    ...step(6, "moonshot/kimi-k3: the same in Moonshot's Chat Completions.", [32, 34], 14, 2),
    ...step(7, "deepseek/deepseek-v4-pro: the same in DeepSeek's Chat Completions.", [36, 38], 15, 3),
    ...step(8, "ollama/qwen3: the same in Ollama's own API.", [40, 42], 16, 4),
    '',
    '9. anthropic/claude-opus-4-8: and back.',
    ...switched(4),
    '   you      What do you remember?',
    '   sent     37 messages, 17 calls, 17 results, 3 of them closures: accepted',
    '   model    This is anthropic/claude-opus-4-8. The whole conversation came',
    '            along: 8 earlier messages of yours, 17 calls and 17 results, so no',
    '            call is left open.',
    '',
    '19 requests to 7 provider families, 19 accepted. The last one carried 17 calls',
    'and 17 results, 3 of them closures with the true reason; no call is open.',
    'Look at it in the browser, as each provider saw it:',
    'npm run interlock -- inspect --last --offline',
    '',
  ]);
  expect(readdirSync(folder)).toEqual(before);
  expect(scratchFolders()).toEqual([]);
  const kept = await runCli(['sessions', 'list', '--offline', '--cwd', folder], { env: { HOME: home } });
  expect(kept.stdout).toContain('9 turns  Look around.');
});

/** A stream whose reader closes it after the first words. */
function failing(code: string): Io {
  let written = '';
  const stdout = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written += chunk;
      done(written.includes('1. anthropic') ? Object.assign(new Error(`${code}: it is so`), { code }) : null);
    },
  }).on('error', () => undefined);
  return { stdin: Readable.from([]), stdout, stderr: new Writable(), env: { HOME: home } };
}

test('ends when its reader leaves, with that exit code', async () => {
  expect(await runDemonstration(failing('EPIPE'), folder)).toBe(141);
});

test('reports unwritable output, and nothing as an internal error', async () => {
  await expect(runDemonstration(failing('ENOSPC'), folder)).rejects.toMatchObject({
    exitCode: 2,
    message: 'The output cannot be written: ENOSPC: it is so',
  });
});

test('a missing folder', async () => {
  await expect(runDemonstration(streams().io, join(folder, 'none'))).rejects.toMatchObject({ exitCode: 2 });
});

test('it can be interrupted', async () => {
  const { io, text } = streams('3. openai');
  expect(await runDemonstration(io, folder)).toBe(130);
  expect(text()).not.toContain('provider families, ');
  expect(scratchFolders()).toEqual([]);
});
