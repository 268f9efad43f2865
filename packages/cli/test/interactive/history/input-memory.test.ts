/** Input is available again in the next run: with real files, several processes, and damaged files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { inputOf, markOf, shownDraft } from '../../../src/interactive/editor/draft.ts';
import type { Draft } from '../../../src/interactive/editor/editor.ts';
import { InputMemory } from '../../../src/interactive/history/input-memory.ts';

let home: string;
let folder: string;
let complaints: string[];
let clock: number;
beforeEach(() => {
  home = temporaryFolder('history');
  folder = join(home, 'state', 'history');
  complaints = [];
  clock = 1_000;
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const typed = (text: string): Draft => ({ text, attachments: [] });

async function run(workspace: string, ...drafts: readonly (string | Draft)[]): Promise<readonly Draft[]> {
  const memory = new InputMemory();
  const now = (): number => {
    clock += 1;
    return clock;
  };
  const onProblem = (problem: string): void => void complaints.push(problem);
  const earlier = await memory.open({ folder, workspace, secrets: ['hush-hush-hush'], now, onProblem });
  for (const draft of drafts) memory.keep(typeof draft === 'string' ? typed(draft) : draft);
  await memory.settled();
  return earlier;
}

const texts = async (workspace = '/here'): Promise<readonly string[]> =>
  (await run(workspace)).map((draft) => String(inputOf(draft)));

describe('the next run', () => {
  test('has what was typed in this folder last, and before it what was typed elsewhere', async () => {
    await run('/here', 'one', '/model');
    await run('/there', 'far', 'one');
    await run('/here', 'two\nin two lines', 'one');
    expect(await texts()).toEqual(['far', '/model', 'two\nin two lines', 'one']);
    expect(await texts('/there')).toEqual(['/model', 'two\nin two lines', 'far', 'one']);
    expect(complaints).toEqual([]);
  });

  test('has whole pastes under their labels; does not store pictures', async () => {
    const pasted = 'line\n'.repeat(50);
    const attachments: Draft['attachments'] = [
      { kind: 'text', label: '[pasted 51 lines]', text: pasted },
      {
        kind: 'media',
        label: '[image]',
        block: { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' },
      },
    ];
    await run('/here', { text: `see ${markOf(0)} and ${markOf(1)}!`, attachments }, { text: markOf(1), attachments });
    const [draft = typed('')] = await run('/here');
    expect([shownDraft(draft), inputOf(draft)]).toEqual(['see [pasted 51 lines] and !', `see ${pasted} and !`]);
    expect(readFileSync(join(folder, 'history.jsonl'), 'utf8')).not.toContain('AAAA');
  });

  test('has nothing that starts with a space, is empty, contains a key or is very long', async () => {
    await run(
      '/here',
      ' hidden',
      '  \n',
      `my key is sk-ant-${'a1'.repeat(20)}`,
      'use hush-hush-hush please',
      '-----BEGIN RSA PRIVATE KEY-----',
      'x'.repeat(300_000),
      'kept',
    );
    expect(await texts()).toEqual(['kept']);
    const file = readFileSync(join(folder, 'history.jsonl'), 'utf8');
    expect(file).toBe('\n{"folder":"/here","said":["kept"]}\n');
  });

  test('has what was typed before the location was known', async () => {
    const memory = new InputMemory();
    memory.keep(typed('early'));
    const options = { folder, workspace: '/here', secrets: [], now: () => 1, onProblem: () => {} };
    expect(await memory.open(options)).toEqual([]);
    await memory.settled();
    expect(await texts()).toEqual(['early']);
  });

  test('has nothing if nothing is stored', async () => {
    const memory = new InputMemory();
    memory.keep(typed('early'));
    expect(await memory.open(undefined)).toEqual([]);
    memory.keep(typed('late'));
    await memory.settled();
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('files', () => {
  test('are private, whatever they were before', async () => {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, 'history.jsonl'), '', { mode: 0o644 });
    chmodSync(folder, 0o755);
    await run('/here', 'one');
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    expect([modeOf(folder), modeOf(join(folder, 'history.jsonl'))]).toEqual([0o700, 0o600]);
    rmSync(dirname(folder), { recursive: true });
    await run('/here', 'one');
    expect([modeOf(folder), modeOf(join(folder, 'history.jsonl'))]).toEqual([0o700, 0o600]);
  });

  test.each([
    ['a truncated line', '\n{"folder":"/here","said":["bro'],
    ['bytes that are not text', '\n\u0000\u0001\ufffd{[\n'],
    [
      'other JSON',
      '\n[]\n7\nnull\n{"folder":7,"said":["x"]}\n{"folder":"/here","said":"x"}\n{"folder":"/here","said":[7]}\n',
    ],
    ['a part of another type', '\n{"folder":"/here","said":["x",{"pasted":7}]}\n'],
  ])('%s hides no other line', async (_, damage) => {
    await run('/here', 'before');
    writeFileSync(join(folder, 'history.jsonl'), damage, { flag: 'a' });
    await run('/here', 'after');
    expect(await texts()).toEqual(['before', 'after']);
  });

  test('cannot put anything into the prompt that cannot be typed', async () => {
    await run('/here', 'x');
    const line = JSON.stringify({ folder: '/here', said: ['a\u001b[2J\u{f0000}b', { pasted: 'p\u0007' }] });
    writeFileSync(join(folder, 'history.jsonl'), `\n${line}\n`);
    expect(await texts()).toEqual(['a[2Jbp']);
  });

  test('have a limited size and drop the oldest', async () => {
    const drafts = Array.from({ length: 60 }, (_, at) => `${at} ${'x'.repeat(60_000)}`);
    await run('/here', ...drafts);
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect([sizes.length, sizes.every((size) => size < 600_000)]).toEqual([4, true]);
    const numbers = (await texts()).map((text) => Number(text.split(' ')[0]));
    expect([numbers.length >= 27, numbers.at(-1)]).toEqual([true, 59]);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => 60 - numbers.length + at));
  });

  test.each([
    ['a folder is', (): void => void mkdirSync(join(folder, 'history.jsonl'), { recursive: true })],
    ['its folder is a file', (): void => writeFileSync(join(home, 'state'), '')],
  ])('reports once that %s in the way', async (_, prepare) => {
    prepare();
    expect(await run('/here', 'one', 'two')).toEqual([]);
    expect(complaints).toEqual([expect.stringMatching(/^What you type is not saved for the next time \(E[A-Z]+: /)]);
  });

  test('concurrent processes lose no line', async () => {
    const script = `
      import { InputMemory } from ${JSON.stringify(join(import.meta.dirname, '../../../src/interactive/history/input-memory.ts'))};
      const memory = new InputMemory();
      await memory.open({ folder: process.argv[1], workspace: '/here', secrets: [], now: () => Date.now(), complain: (text) => { console.error(text); process.exitCode = 1; } });
      for (let at = 0; at < 40; at += 1) memory.keep({ text: process.argv[2] + at + ' ' + 'y'.repeat(5_000), attachments: [] });
      await memory.settled();`;
    const children = ['a', 'b', 'c', 'd'].map((name) =>
      spawn(
        process.execPath,
        ['--conditions=@interlock/source', '--input-type=module', '--eval', script, folder, name],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      ),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    const names = (await texts()).map((text) => text.split(' ')[0]);
    const all = ['a', 'b', 'c', 'd'].flatMap((name) => Array.from({ length: 40 }, (_, at) => `${name}${at}`));
    expect(names.toSorted()).toEqual(all.toSorted());
  });
});
