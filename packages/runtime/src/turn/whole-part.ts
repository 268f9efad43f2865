/** The part of a cut-off answer that is kept in the history: everything except calls with incomplete arguments. */
import type { Block, Content } from '@interlock/transcript';
import type { UnfinishedCall } from '../events/session-event.ts';

export interface WholePart {
  readonly content: Content;
  readonly unfinished: readonly UnfinishedCall[];
}

export function wholePart(content: Content): WholePart {
  const unfinished: UnfinishedCall[] = [];
  const blocks = content.blocks.flatMap((block, index) => {
    if (isUnfinished(block)) {
      unfinished.push({ name: block.name, text: block.parameters });
      return [];
    }
    return [leadsToUnfinished(content.blocks, index) ? unsealed(block) : block];
  });
  return { content: { ...content, blocks }, unfinished };
}

/** Thinking is bound to what follows it: without that the provider does not accept it (OAR-008). */
function leadsToUnfinished(blocks: readonly Block[], index: number): boolean {
  if (blocks[index]?.type !== 'thinking') return false;
  const next = blocks.slice(index).find(({ type }) => type !== 'thinking');
  return next !== undefined && isUnfinished(next);
}

function unsealed(block: Block): Block {
  if (block.type !== 'thinking') return block;
  const { seal: _, ...rest } = block;
  return rest;
}

/** Arguments that are not JSON stay text. */
function isUnfinished(block: Block): block is Block & { type: 'tool_call'; parameters: string } {
  return block.type === 'tool_call' && block.executor !== 'provider' && typeof block.parameters === 'string';
}
