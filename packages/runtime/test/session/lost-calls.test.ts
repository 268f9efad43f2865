/** After a kill during a batch, the record with the calls is damaged: what is intact is kept, and nothing runs again. */
import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { createJsonlStore, resumeSession } from '../../src/index.ts';
import { type Agents, endOf, type Family, openAgents, play } from '../agents.ts';
import { createGate } from '../gate.ts';

const five = [1, 2, 3, 4, 5];
const model = script([
  { when: { user: 'hello' }, say: 'Hello.' },
  { when: { of: 'work' }, say: 'Done.' },
  { when: { user: 'work' }, say: 'I begin.', call: five.map((n) => ({ tool: 'work', args: { n } })) },
]);

let agents: Agents | undefined;
let folder = '';
afterEach(async () => {
  await agents?.close();
  await rm(folder, { recursive: true, force: true });
  agents = undefined;
});

type Lines = readonly string[];
const flipped = (line: string): string => line.replace('"record"', '"recorD"');
const holds = (line: string, ...words: readonly string[]): boolean => words.every((word) => line.includes(word));
const isAnswer = (line: string): boolean => holds(line, '"kind":"content"', '"tool_call"');

/** A session that was killed after three of its five calls had ended, then damaged and resumed. */
async function killed(family: Family, damage: (lines: Lines) => Lines) {
  const opened = await openAgents({ model, only: [family] });
  agents = opened;
  folder = temporaryFolder('lost');
  const gate = createGate({ kind: 'write' });
  const store = createJsonlStore(join(folder, 'running'));
  const allowed = [{ verdict: 'allow', tool: 'work' }] as const;
  const session = await opened.open({ route: opened.target(family), tools: [gate.tool], rules: allowed, store });
  const playing = play(session, 'work');
  await gate.begun(five.length);
  const written = (): Promise<string> => textOf(join(folder, 'running'));
  for (const n of [1, 3, 5]) gate.open(n);
  while ((await written()).split('"call-end"').length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
  await cp(join(folder, 'running'), join(folder, 'left'), { recursive: true });
  // The lock of a killed process does not hold.
  await rm(join(folder, 'left', 'locks'), { recursive: true, force: true });
  for (const n of [2, 4]) gate.open(n);
  await playing;
  const file = await fileIn(join(folder, 'left'));
  const lines = (await readFile(file, 'latin1')).split('\n');
  await writeFile(file, damage(lines).join('\n'), 'latin1');
  const again = createJsonlStore(join(folder, 'left'));
  const resumed = await resumeSession({
    ...{
      workspace: opened.workspace,
      environment: {},
      tools: [gate.tool],
      rules: allowed,
      store: again,
      id: session.id,
    },
    route: opened.target(family),
  });
  const events = await play(resumed, 'hello');
  const turns = opened.of(family).log.at(-1)?.seen?.turns ?? [];
  const result = {
    outcome: endOf(events).outcome,
    results: turns.flatMap(({ results }) => results.map(({ text }) => text)),
    texts: turns.map(({ text }) => text).join('\n'),
    warnings: resumed.state.warnings.map(({ message }) => message),
  };
  await resumed.close();
  opened.accepted();
  return result;
}

async function fileIn(root: string): Promise<string> {
  for await (const path of glob(join(root, '**', '*.jsonl'))) return path;
  throw new Error('There is no session file.');
}

async function textOf(root: string): Promise<string> {
  return readFile(await fileIn(root), 'utf8');
}

const done = (text: string): readonly string[] => [...text.matchAll(/\[\[done \d\]\]/g)].map(([mark]) => mark);

describe('the records of the calls are damaged', () => {
  test.each(['anthropic', 'gemini', 'mistral', 'openai-responses', 'deepseek'] as const)(
    '%s: restores the calls beside their results, and reports what was running',
    async (family) => {
      const seen = await killed(family, (lines) => lines.map((line) => (isAnswer(line) ? flipped(line) : line)));
      expect([seen.outcome, done(seen.results.join('\n')).toSorted()]).toEqual([
        'done',
        ['[[done 1]]', '[[done 3]]', '[[done 5]]'],
      ]);
      expect(seen.results.length).toBe(5);
      expect(seen.results.filter((text) => /interrupted/i.test(text)).length).toBe(2);
      expect(seen.warnings.at(-1)).toBe('5 tool calls were in a damaged record and restored from other records.');
    },
  );

  test('their starts are damaged too: results become text, with the warning', async () => {
    const seen = await killed('anthropic', (lines) =>
      lines.map((line) => (isAnswer(line) || line.includes('"call-start"') ? flipped(line) : line)),
    );
    expect([seen.outcome, seen.results, done(seen.texts).toSorted()]).toEqual([
      'done',
      [],
      ['[[done 1]]', '[[done 3]]', '[[done 5]]'],
    ]);
    expect(seen.texts.match(/A call of the tool work was made here\..*It may have taken effect/g)?.length).toBe(3);
  });

  test('nothing is damaged: nothing is restored', async () => {
    const { warnings, results } = await killed('anthropic', (lines) => lines);
    expect([warnings.filter((text) => text.includes('restored')), results.length]).toEqual([[], 5]);
  });
});
