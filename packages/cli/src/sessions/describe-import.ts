/** The report of an import: its result, and what was not imported. */

import { type ImportedSession, readerNamed } from '@interlock/import';
import type { ImportResult } from '@interlock/runtime';
import type { Block, Content } from '@interlock/transcript';
import { counted } from '../print/counted.ts';

const maxProblems = 5;

export function describeImport(session: ImportedSession, { id, outcome, added }: ImportResult): readonly string[] {
  const turns = counted(turnsOf(session), 'turn');
  const from = `${readerNamed(session.agent)?.label ?? session.agent} session ${session.id}`;
  const texts: Readonly<Record<ImportResult['outcome'], string>> = {
    new: `Imported ${from} as ${id}: ${turns}.`,
    appended: `Added ${counted(added, 'message')} that are new in ${from} to ${id}.`,
    forked: `${from} has changed since it was imported, or was continued here as well: imported as a separate session, ${id}: ${turns}.`,
    unchanged: `Nothing is new in ${from}. It was already imported as ${id}.`,
  };
  return [texts[outcome], ...(outcome === 'unchanged' ? [] : describeLosses(session))];
}

/** The parts that were not imported, or that not every provider accepts. */
export function describeLosses(session: ImportedSession): readonly string[] {
  const { problems, leftOut, branches } = session;
  const leftOutTexts = Object.entries(leftOut).map(([what, count]) => `${count} ${what}`);
  const unsealed = blocksOf(session).filter((block) => block.type === 'thinking' && block.seal === undefined).length;
  const shown = problems.slice(0, maxProblems).map(({ place, message }) => `${place}: ${message}`);
  const rest = problems.length - shown.length;
  return [
    ...shown,
    ...(rest > 0 ? [`… and ${counted(rest, 'more problem', 'more problems')}: --json lists them.`] : []),
    ...(unsealed > 0
      ? [`${counted(unsealed, 'thought has', 'thoughts have')} no signature, so no provider accepts them as its own.`]
      : []),
    ...(leftOutTexts.length > 0
      ? [`Left out, because it is not part of the conversation: ${leftOutTexts.join(', ')}.`]
      : []),
    ...(branches.length > 0
      ? [`There ${branches.length === 1 ? 'is 1 other branch' : `are ${branches.length} other branches`}:`]
      : []),
    ...branches.map(({ id, title }) => `  --branch ${id}  ${title}`),
  ];
}

export function turnsOf({ log }: Pick<ImportedSession, 'log'>): number {
  const human = log.flatMap((entry) =>
    entry.kind === 'content' && entry.content.speaker === 'human' ? entry.content : [],
  );
  return new Set(human.map(({ metadata }: Content) => metadata?.turnId)).size;
}

function blocksOf({ log }: ImportedSession): readonly Block[] {
  return log.flatMap((entry) => (entry.kind === 'content' ? entry.content.blocks : []));
}
