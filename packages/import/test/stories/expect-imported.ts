/** Checks a session that was read from a story: every mark once, in order, each result at its call, open calls closed. */
import { currentContents, type ImportedSession } from '@interlock/import';
import { type Block, type Content, render, verify } from '@interlock/transcript';
import { expect } from 'vitest';
import { pathOf, type Step, type Story } from './story.ts';

export function expectImported(session: ImportedSession, story: Story, options: { readonly originals: boolean }): void {
  const steps = pathOf(story).map(([, step]) => step);
  const lastCompaction = options.originals ? -1 : steps.findLastIndex(({ kind }) => kind === 'compact');
  const sinceCompaction = steps.slice(lastCompaction === -1 ? 0 : lastCompaction);
  const kept = lastCompaction === -1 ? [] : keptBefore(steps, lastCompaction);
  const expected = [...sinceCompaction, ...kept];
  const contents = distinctContents(session);
  const blocks = contents.flatMap((content) => content.blocks);
  expect(marksIn(blocks).sort()).toEqual(expected.flatMap(marksOf).sort());
  expect(resultsIn(blocks)).toEqual(expected.flatMap(resultsOf).sort());
  expect(closedIn(session)).toEqual(expected.flatMap(openOf).sort());
  expect(picturesIn(blocks)).toBe(expected.reduce((sum, step) => sum + picturesOf(step), 0));
  const current = currentContents(session);
  expect(verify(render(current).transcript)).toEqual([]);
  if (!expected.some(({ kind }) => kind === 'compact')) {
    expect(marksIn(current.flatMap((content) => content.blocks))).toEqual(expected.flatMap(marksOf));
  }
}

/** Every mark in a conversation, whatever block it is in. */
export function marksIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => JSON.stringify(block).match(/\[\[[a-z]+ \d+\]\]/g) ?? []);
}

/** The contents of all entries of the log, each once: a content that a compaction kept is the same object. */
export function distinctContents({ log }: Pick<ImportedSession, 'log'>): readonly Content[] {
  return [
    ...new Set(
      log.flatMap((entry) =>
        entry.kind === 'content' ? [entry.content] : entry.kind === 'compaction' ? entry.contents : [],
      ),
    ),
  ];
}

/** The last turn before a compaction that keeps it. */
function keptBefore(steps: readonly Step[], compaction: number): readonly Step[] {
  const step = steps[compaction];
  if (step?.kind !== 'compact' || !step.keepsTurn) return [];
  return steps.slice(lastTurnBefore(steps, compaction), compaction).filter(({ kind }) => kind !== 'note');
}

export function lastTurnBefore(steps: readonly Step[], end: number): number {
  return steps.slice(0, end).findLastIndex(({ kind }) => kind === 'user');
}

function marksOf(step: Step): readonly string[] {
  const texts = (text: string): readonly string[] => text.match(/\[\[[a-z]+ \d+\]\]/g) ?? [];
  if (step.kind === 'user') return texts(step.text);
  if (step.kind === 'compact') return texts(step.summary);
  if (step.kind !== 'answer') return [];
  return [
    ...texts(step.thought ?? ''),
    ...texts(step.text),
    ...step.calls.flatMap(({ outcome }) => texts(outcome?.text ?? '')),
  ];
}

function resultsOf(step: Step): readonly string[] {
  if (step.kind !== 'answer') return [];
  return step.calls.flatMap(({ number, outcome }) =>
    outcome === undefined ? [] : [`${number}: ${outcome.kind === 'error' ? 'error' : 'result'} [[result ${number}]]`],
  );
}

function openOf(step: Step): readonly number[] {
  return step.kind === 'answer'
    ? step.calls.flatMap(({ number, outcome }) => (outcome === undefined ? [number] : []))
    : [];
}

function picturesOf(step: Step): number {
  if (step.kind === 'user') return step.picture ? 1 : 0;
  return step.kind === 'answer' ? step.calls.filter(({ outcome }) => outcome?.kind === 'picture').length : 0;
}

function numberOf(parameters: unknown): number {
  return (parameters as { readonly number?: number }).number ?? -1;
}

function callNumbers(blocks: readonly Block[]): ReadonlyMap<string, number> {
  return new Map(
    blocks.flatMap((block) => (block.type === 'tool_call' ? [[block.id, numberOf(block.parameters)] as const] : [])),
  );
}

/** The number of the call, and what came back to it. */
function resultsIn(blocks: readonly Block[]): readonly string[] {
  const numbers = callNumbers(blocks);
  return blocks
    .flatMap((block) => {
      if (block.type !== 'tool_response') return [];
      const [text] = marksIn([block]);
      return `${numbers.get(block.callId)}: ${block.error === undefined ? 'result' : 'error'} ${text}`;
    })
    .sort();
}

function closedIn(session: ImportedSession): readonly number[] {
  const numbers = callNumbers(distinctContents(session).flatMap(({ blocks }) => blocks));
  return session.log.flatMap((entry) => (entry.kind === 'closed' ? [numbers.get(entry.callId) ?? -1] : [])).sort();
}

function picturesIn(blocks: readonly Block[]): number {
  return blocks.filter(({ type }) => type === 'media').length;
}
