/** What of an answer that broke off belongs in the history: all but the calls whose arguments are not whole. */
import type { Block, Content } from '@interlock/transcript';
import type { UnfinishedCall } from '../events.ts';

export interface WholePart {
  readonly content: Content;
  readonly unfinished: readonly UnfinishedCall[];
}

export function wholePart(content: Content): WholePart {
  const unfinished: UnfinishedCall[] = [];
  const blocks = content.blocks.filter((block) => {
    if (!isUnfinished(block)) return true;
    unfinished.push({ name: block.name, text: block.parameters });
    return false;
  });
  return { content: { ...content, blocks }, unfinished };
}

/** Arguments that are no JSON stay as the text they came in. */
function isUnfinished(block: Block): block is Block & { type: 'tool_call'; parameters: string } {
  return block.type === 'tool_call' && block.executor !== 'provider' && typeof block.parameters === 'string';
}
