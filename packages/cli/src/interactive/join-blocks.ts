/** Joins blocks with an empty line between them; consecutive short notices stay together. */
import type { Block, Drawing, View } from './screen.ts';

/** The previous block: its kind, or a notice that is a list. */
export type PreviousBlock = Block['kind'] | 'list' | undefined;

export interface JoinedBlocks {
  readonly lines: readonly string[];
  /** The `before` of the next call. */
  readonly last: PreviousBlock;
}

export function joinBlocks(
  blocks: readonly Block[],
  before: PreviousBlock,
  view: View<Block>,
  drawing: Drawing,
): JoinedBlocks {
  const lines: string[] = [];
  let last = before;
  for (const block of blocks) {
    const own = view(block, drawing);
    if (own.length === 0) continue;
    const kind = block.kind === 'notice' && block.text.includes('\n') ? 'list' : block.kind;
    const areNotices = last === 'notice' && kind === 'notice';
    if (last !== undefined && !areNotices) lines.push('');
    lines.push(...own);
    last = kind;
  }
  return { lines, last };
}
