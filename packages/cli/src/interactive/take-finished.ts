/** Blocks that nothing can change any more, and the screen without them. */
import type { Block, Screen } from './screen.ts';

export interface Taken {
  readonly finished: readonly Block[];
  readonly screen: Screen;
}

/** `finishedPart`: how many characters of an unfinished text can be taken already. */
export function takeFinished(screen: Screen, finishedPart: (text: string) => number): Taken {
  const open = screen.blocks.findIndex((block) => 'done' in block && !block.done);
  if (open === -1) return { finished: screen.blocks, screen: { ...screen, blocks: [] } };
  const before = screen.blocks.slice(0, open);
  const [first, ...rest] = screen.blocks.slice(open);
  if (first?.kind !== 'text') return { finished: before, screen: { ...screen, blocks: screen.blocks.slice(open) } };
  const length = finishedPart(first.text);
  if (length === 0) return { finished: before, screen: { ...screen, blocks: [first, ...rest] } };
  const part: Block = { kind: 'text', text: first.text.slice(0, length), done: true };
  return {
    finished: [...before, part],
    screen: { ...screen, blocks: [{ ...first, text: first.text.slice(length) }, ...rest] },
  };
}
