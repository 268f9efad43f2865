/**
 * The conversations that really broke somewhere (`field`), and those made after reports of others that did (`reported`): each
 * renders valid, with no real result lost whose call is known.
 */

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Content,
  checkContents,
  completionState,
  importContents,
  type PolicyOptions,
  render,
  type Step,
  verify,
} from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { countMarks } from './property/marks.ts';

interface FieldCase {
  readonly name: string;
  readonly contents: readonly Content[];
  readonly facts: { readonly orphanResults?: readonly string[] };
}

const folder = fileURLToPath(new URL('../../../fixtures/', import.meta.url));
const casesIn = (name: 'field' | 'reported'): readonly FieldCase[] =>
  globSync(`${folder}${name}/*.json`)
    .sort()
    .map((file) => ({ ...(JSON.parse(readFileSync(file, 'utf8')) as FieldCase), name: basename(file, '.json') }));
const field = casesIn('field');
const reported = casesIn('reported');

const policies: readonly PolicyOptions[] = (['drop', 'restore', 'note'] as const).flatMap((orphans) =>
  (['all', 'last-turn', 'none'] as const).map((reasoning) => ({ orphans, reasoning, onFault: 'throw' as const })),
);

test('covers all field cases', () => {
  expect([field.length, reported.length]).toEqual([104, 169]);
});

describe.each([...field, ...reported])('$name', ({ contents }) => {
  test('has warnings at most', () => {
    expect(checkContents(contents).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('REQ-915-005 renders valid under every policy, imported or not', () => {
    for (const policy of policies) {
      for (const history of [contents, importContents(contents)]) {
        const { transcript } = render(history, { policy });
        expect(verify(transcript)).toEqual([]);
      }
    }
  });
});

describe.each(reported)('$name', ({ contents }) => {
  test('REQ-915-008 shows every text, and every real result whose call is known, exactly once', () => {
    const owed = [...countMarks(contents)].map(([mark, times]) => [mark, mark.startsWith('[[gone') ? 0 : times]);
    const shown = countMarks(render(contents).transcript.steps);
    expect(owed.map(([mark]) => [mark, shown.get(String(mark)) ?? 0])).toEqual(owed);
  });
});

describe.each(field)('$name', ({ contents }) => {
  test('REQ-915-008 keeps every text, and every real result whose call is known, exactly once', () => {
    const steps = render(contents).transcript.steps;
    for (const spoken of texts(contents)) expect(count(steps, spoken)).toBe(count(contents, spoken));
    for (const { call, answers } of interactions(contents)) {
      const best =
        answers.find(({ result }) => result !== null) ?? answers.find((block) => completionState(block) !== 'pending');
      const completion = completionAt(steps, call);
      if (best === undefined) expect(completion?.kind).toBe('synthetic');
      else
        expect(completion).toMatchObject({
          kind: 'real',
          result: best.result ?? null,
          ...(best.error ? { error: best.error } : {}),
        });
    }
  });

  test('restore and note show each orphan result once, with whatever is known about its call', () => {
    const known = render(contents).transcript.interactions().length;
    const restored = render(contents, { policy: { orphans: 'restore' } }).transcript.interactions();
    const noted = render(contents, { policy: { orphans: 'note' } }).transcript.steps.flatMap(notes);
    const orphans = orphanPayloads(contents);
    expect(restored).toHaveLength(known + orphans.length);
    for (const payload of orphans) {
      const shown = restored.filter(({ completion }) => completion.kind === 'real' && isSame(completion, payload));
      expect(shown.length).toBeGreaterThanOrEqual(1);
      expect(noted).toContain(typeof payload === 'string' ? payload : JSON.stringify(payload));
    }
    expect(noted).toHaveLength(orphans.length);
  });
});

type Response = Extract<Content['blocks'][number], { type: 'tool_response' }>;

function texts(contents: readonly Content[]): readonly string[] {
  const all = contents.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
  return [...new Set(all)].filter((spoken) => spoken !== '');
}

/** How often a text block with exactly these words is there. */
function count(value: unknown, words: string): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = 'type' in value && value.type === 'text' && 'text' in value && value.text === words ? 1 : 0;
  return Object.values(value).reduce<number>((sum, item) => sum + count(item, words), own);
}

/**
 * The calls of a case with their answers; ids and, for the id-less, the only open call before them. A result with an unknown id goes to
 * the only call of the message before it, if it is the only result there.
 */
function interactions(contents: readonly Content[]): readonly { call: number; answers: readonly Response[] }[] {
  const found: { id: string; answers: Response[] }[] = [];
  for (const [at, { blocks }] of contents.entries()) {
    for (const block of blocks) {
      if (block.type === 'tool_call') found.push({ id: block.id, answers: [] });
      if (block.type !== 'tool_response') continue;
      const mine = found.filter(({ id }) => id === block.callId);
      const owner = mine.find(({ answers }) => answers.length === 0) ?? mine.at(-1);
      const waiting = block.callId === '' ? found.find(({ answers }) => answers.length === 0) : undefined;
      const lone = isLone(contents, at) ? found.at(-1) : undefined;
      (owner ?? waiting ?? lone)?.answers.push(block);
    }
  }
  return found.map(({ answers }, call) => ({ call, answers }));
}

function isLone(contents: readonly Content[], at: number): boolean {
  const count = (index: number, type: string): number =>
    contents[index]?.blocks.filter((block) => block.type === type).length ?? 0;
  const isAlone = count(at, 'tool_response') === 1 && count(at + 1, 'tool_response') === 0;
  return isAlone && contents[at - 1]?.speaker === 'ai' && count(at - 1, 'tool_call') === 1;
}

function completionAt(steps: readonly Step[], index: number) {
  const all = steps
    .flatMap((step) => (step.kind === 'ai' ? step.blocks : []))
    .filter((block) => block.type === 'interaction');
  return all[index]?.completion;
}

/** The results whose call does not exist: no call has their id, or they have none and no call is waiting. */
function orphanPayloads(contents: readonly Content[]): readonly unknown[] {
  const claimed = new Set(interactions(contents).flatMap(({ answers }) => answers));
  return contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type !== 'tool_response' || claimed.has(block) || completionState(block) === 'pending') return [];
      return [block.result ?? block.error];
    }),
  );
}

function isSame({ result, error }: { readonly result: unknown; readonly error?: string }, payload: unknown): boolean {
  return JSON.stringify(result ?? error) === JSON.stringify(payload);
}

/** The payloads of the notes in a step, without their heading. */
function notes(step: Step): readonly string[] {
  return step.blocks.flatMap((block) => {
    const noted = block.type === 'text' && block.text.startsWith('[Result of an earlier call');
    return noted ? [block.text.slice(block.text.indexOf('\n') + 1)] : [];
  });
}
