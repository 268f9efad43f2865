import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { runDemonstration } from '../../src/demo/run-demonstration.ts';
import type { Interruption } from '../../src/exit-codes.ts';
import type { Io } from '../../src/io.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'interlock-demonstration-'));
writeFileSync(join(folder, 'README.md'), '# A project\n');
writeFileSync(join(folder, 'a.ts'), 'export const a = 1; // TODO\n');
const home = mkdtempSync(join(tmpdir(), 'interlock-home-'));
afterAll(() => {
  for (const each of [folder, home]) rmSync(each, { recursive: true, force: true });
});

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
    env: { HOME: home },
    interrupted: () => stop.promise,
  };
  return { io, text };
}

const switched = (count: number): string[] => [
  `   switch   It does not get earlier thinking (${count}); that is kept, and used again`,
  '            after a switch back.',
];

/** A family's step: the name, what it is sent first and then with the new result, and what is lost on the way there. */
function step(number: number, title: string, messages: readonly [number, number], calls: number, lost = 0): string[] {
  return [
    '',
    `${number}. ${title}`,
    ...(lost === 0 ? [] : switched(lost)),
    '   you      List the files.',
    `   sent     ${messages[0]} messages, ${calls} calls, ${calls} results, 3 of them closures: accepted`,
    '   tool     list_files: done',
    `   sent     ${messages[1]} messages, ${calls + 1} calls, ${calls + 1} results, 3 of them closures: accepted`,
    '   model    list_files * gave 2 lines: README.md, a.ts',
  ];
}

test('five calls, cancelled after two results, go through every provider family', async () => {
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
    '   tool     search_files: cancelled before it began',
    '   you      Esc: the turn is cancelled, everything so far is kept',
    ...step(2, 'anthropic/claude-opus-4-8: the conversation goes on.', [3, 5], 5),
    ...step(3, 'openai/gpt-5.6-terra: the same in OpenAI Responses.', [18, 22], 6),
    ...step(4, 'google/gemini-3.1-pro: the same in Gemini generateContent.', [12, 14], 7, 1),
    ...step(5, "mistral/mistral-large-latest: the same in Mistral's Chat Completions.", [25, 28], 8, 1),
    ...step(6, "moonshot/kimi-k3: the same in Moonshot's Chat Completions.", [24, 26], 9, 1),
    ...step(7, "deepseek/deepseek-v4-pro: the same in DeepSeek's Chat Completions.", [28, 30], 10, 2),
    ...step(8, "ollama/qwen3: the same in Ollama's own API.", [32, 34], 11, 3),
    '',
    '9. anthropic/claude-opus-4-8: and back.',
    ...switched(3),
    '   you      What do you remember?',
    '   sent     31 messages, 12 calls, 12 results, 3 of them closures: accepted',
    '   model    This is anthropic/claude-opus-4-8. The whole conversation has come',
    '            along: 8 earlier messages of yours, 12 calls and 12 results, so none',
    '            is left open.',
    '',
    '16 requests to 7 provider families, 16 accepted. The last one carried 12 calls',
    'and 12 results, 3 of them closures with the true reason; no call is open.',
    'Look at it in the browser, as each provider saw it:',
    'npx interlock inspect --last --offline',
    '',
  ]);
  expect(readdirSync(folder)).toEqual(before);
  const kept = await runCli(['sessions', 'list', '--offline', '--cwd', folder], { env: { HOME: home } });
  expect(kept.stdout).toContain('9 turns  Look around.');
});

/** A stream whose reader is there for the first words only. */
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

test('a reader who leaves ends it, with the exit code that says so', async () => {
  expect(await runDemonstration(failing('EPIPE'), folder)).toBe(141);
});

test('output that cannot be written is the one thing told, and no fault of ours', async () => {
  await expect(runDemonstration(failing('ENOSPC'), folder)).rejects.toMatchObject({
    exitCode: 2,
    message: 'The output cannot be written: ENOSPC: it is so',
  });
});

test('a folder that is not there', async () => {
  await expect(runDemonstration(streams().io, join(folder, 'none'))).rejects.toMatchObject({ exitCode: 2 });
});

test('it can be interrupted', async () => {
  const { io, text } = streams('3. openai');
  expect(await runDemonstration(io, folder)).toBe(130);
  expect(text()).not.toContain('provider families, ');
});
