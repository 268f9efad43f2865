/** Blocks one below the other, an empty line between them; notices that follow each other stand together. */
import type { Block, Drawing, View } from './screen.ts';

export interface JoinedBlocks {
  readonly lines: readonly string[];
  /** The kind of the last block that has lines, for those that follow. */
  readonly last: Block['kind'] | undefined;
}

export function joinBlocks(
  blocks: readonly Block[],
  before: Block['kind'] | undefined,
  view: View<Block>,
  drawing: Drawing,
): JoinedBlocks {
  const lines: string[] = [];
  let last = before;
  for (const block of blocks) {
    const own = view(block, drawing);
    if (own.length === 0) continue;
    const isTogether = last === 'notice' && block.kind === 'notice';
    if (last !== undefined && !isTogether) lines.push('');
    lines.push(...own);
    last = block.kind;
  }
  return { lines, last };
}
