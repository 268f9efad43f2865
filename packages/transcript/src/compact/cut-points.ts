/**
 * Finds where a history may be cut without splitting an interaction (REQ-915-026, REQ-915-028), and cuts it. The kept part
 * renders as before; only seals bound to the removed prefix become invalid.
 */

import { isReal } from '../canonical/completion.ts';
import type { Block, Content } from '../canonical/content.ts';
import { TranscriptError } from '../canonical/errors.ts';
import { importContents } from '../check/import.ts';
import { Pairing } from '../pairing/pairing.ts';

export interface CutPoint {
  /** Contents before this index may be removed. */
  readonly index: number;
  /** Whether a turn starts here. Prefer these cut points: nothing incomplete is kept. */
  readonly startsTurn: boolean;
}

export interface Cut {
  readonly dropped: readonly Content[];
  readonly kept: readonly Content[];
  /** Calls of the removed part without a real result. The ledger must keep them, because a result may still arrive. */
  readonly keepInLedger: readonly string[];
}

export function cutPoints(contents: readonly Content[]): readonly CutPoint[] {
  const pairing = Pairing.of(contents);
  const splits = splitCounts(pairing);
  const points: CutPoint[] = [];
  for (let index = 1; index < contents.length; index += 1) {
    if (splits[index] !== 0) continue;
    const startsTurn = pairing.entries[index]?.turnId !== pairing.entries[index - 1]?.turnId;
    points.push({ index, startsTurn });
  }
  return points;
}

/** Cuts before `index`. Ids and turns are fixed first, so that the kept part keeps them. */
export function cutAt(contents: readonly Content[], index: number): Cut {
  const { dropped, kept } = split(contents, index);
  const [first, ...rest] = kept;
  const marked = first === undefined ? kept : [withCut(first, kept.length), ...rest];
  return { dropped, kept: marked, keepInLedger: openCalls([...dropped, ...kept], index) };
}

/** Whether a content is the summary that `compact` put in place of the first part of a history. */
export function isSummary({ metadata }: Content): boolean {
  return metadata?.prefixCut !== undefined && metadata.turnId?.endsWith('/summary') === true;
}

/** The history after a compaction: leading system messages, the summary as a user message, the kept part. */
export function compact(contents: readonly Content[], index: number, summary: readonly Block[]): readonly Content[] {
  const { dropped, kept } = split(contents, index);
  // A call in a system message (seen in faulty imports) is not an instruction: without its result it would be reported as lost.
  const firstSpoken = dropped.findIndex(
    ({ speaker, blocks }) => speaker !== 'system' || (blocks ?? []).some(isToolBlock),
  );
  const instructions = dropped.slice(0, firstSpoken === -1 ? dropped.length : firstSpoken);
  const turnId = `${kept[0]?.metadata?.turnId ?? ''}/summary`;
  const metadata = { turnId, prefixCut: kept.length + 1 };
  return [...instructions, { speaker: 'human', blocks: summary, metadata }, ...kept];
}

/** Imported histories may hold anything here. */
function isToolBlock(block: Block | undefined | null): boolean {
  return block?.type === 'tool_call' || block?.type === 'tool_response';
}

function split(contents: readonly Content[], index: number): Pick<Cut, 'dropped' | 'kept'> {
  const own = importContents(contents);
  if (!cutPoints(own).some((point) => point.index === index)) {
    const message = `The history cannot be cut before $[${index}]: use an index that cutPoints() returns.`;
    throw new TranscriptError('canonical-corruption', message);
  }
  return { dropped: own.slice(0, index), kept: own.slice(index) };
}

function withCut(content: Content, prefixCut: number): Content {
  return { ...content, metadata: { ...content.metadata, prefixCut } };
}

/** For every index, how many interactions span it: each call with all its answers, real or not. */
function splitCounts({ entries }: Pairing): readonly number[] {
  const changes = new Array<number>(entries.length + 1).fill(0);
  const span = (from: number, to: number): void => {
    changes[from + 1] = (changes[from + 1] ?? 0) + 1;
    changes[to + 1] = (changes[to + 1] ?? 0) - 1;
  };
  for (const { index, calls } of entries) {
    for (const { answers } of calls) {
      let from = index;
      let to = index;
      for (const { entry } of answers) {
        from = Math.min(from, entry);
        to = Math.max(to, entry);
      }
      if (to > from) span(from, to);
    }
  }
  let open = 0;
  return changes.map((change) => {
    open += change;
    return open;
  });
}

function openCalls(contents: readonly Content[], before: number): readonly string[] {
  return Pairing.of(contents)
    .entries.slice(0, before)
    .flatMap(({ calls }) => calls)
    .filter(({ best }) => best === undefined || !isReal(best.strength))
    .map(({ id }) => id);
}
