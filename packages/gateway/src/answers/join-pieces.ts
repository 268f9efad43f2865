/**
 * Joins the pieces of a text again. Clients of Google's API (`chats` of its SDK) return every chunk of a streamed answer as a part of its own,
 * and what belongs to the text belongs to all of it.
 */
import { createHash } from 'node:crypto';
import type { Block } from '@interlock/transcript';

type Text = Extract<Block, { type: 'text' }>;

/** `digests`: of the texts as they were said. Texts that are no pieces of these stay as they are. */
export function joinPieces(blocks: readonly Block[], digests: ReadonlySet<string>): readonly Block[] {
  const joined: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    const whole = wholeAt(blocks, at, digests);
    const block = whole?.block ?? blocks[at];
    if (block !== undefined) joined.push(block);
    at = whole?.end ?? at + 1;
  }
  return joined;
}

/** The text whose pieces begin here, if there are several. */
function wholeAt(
  blocks: readonly Block[],
  from: number,
  digests: ReadonlySet<string>,
): { readonly block: Text; readonly end: number } | undefined {
  const first = blocks[from];
  if (first?.type !== 'text') return undefined;
  const seen = createHash('sha256');
  let text = '';
  for (let at = from; at < blocks.length; at += 1) {
    const piece = blocks[at];
    if (piece?.type !== 'text') return undefined;
    text += piece.text;
    seen.update(piece.text);
    if (!digests.has(seen.copy().digest('base64url'))) continue;
    if (at === from) return undefined;
    return { block: { ...first, text }, end: endOf(blocks, at + 1) };
  }
  return undefined;
}

/** The last chunk of a stream may be empty. */
function endOf(blocks: readonly Block[], from: number): number {
  const next = blocks.findIndex((block, at) => at >= from && !(block.type === 'text' && block.text === ''));
  return next === -1 ? blocks.length : next;
}
