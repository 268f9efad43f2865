/** A content of a request. */
import type { Block, Content, Speaker } from '@interlock/transcript';

/** Nobody says nothing: an empty text is left out, and with the last block the content. */
export function saidBy(speaker: Speaker, blocks: readonly Block[]): readonly Content[] {
  const said = blocks.filter((block) => block.type !== 'text' || block.text !== '');
  return said.length === 0 ? [] : [{ speaker, blocks: said }];
}
