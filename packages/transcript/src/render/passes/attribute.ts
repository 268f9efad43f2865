/**
 * Pass 1: who wrote each block. Calls and thinking belong to the model wherever they are (REQ-915-047), results are always
 * answers; text and media keep the speaker of their content. Only a tool content needs a closer look: there they belong to the
 * result, or to the misplaced call, next to them.
 */
import type { Block } from '../../canonical/content.ts';

/** The author of a block of a tool content; a number means: attached to the answer at that position. */
export type Role = 'human' | 'ai' | 'answer' | number;

/** Positions of copied calls, which have no author. */
export type Copies = Pick<ReadonlyMap<number, unknown>, 'has'> | undefined;

/** The nearest result, call or thought before a block decides; for leading blocks, the first one after them. */
export function attributeInTool(blocks: readonly Block[], copies: Copies): readonly Role[] {
  let anchor: Role | undefined;
  for (let at = 0; at < blocks.length && anchor === undefined; at += 1) anchor = anchorAt(blocks, at, copies);
  let current: Role = anchor ?? 'human';
  return blocks.map((block, at) => {
    const own = anchorAt(blocks, at, copies);
    if (own === undefined) return current;
    current = own;
    return block.type === 'tool_response' ? 'answer' : 'ai';
  });
}

/** The positions of the blocks attached to the answer at `owner`. */
export function attachedTo(owner: number, blocks: readonly Block[], copies: Copies): readonly number[] {
  const places: number[] = [];
  let lead = owner - 1;
  while (lead >= 0 && anchorAt(blocks, lead, copies) === undefined) lead -= 1;
  if (lead < 0) for (let at = 0; at < owner; at += 1) places.push(at);
  for (let at = owner + 1; at < blocks.length && anchorAt(blocks, at, copies) === undefined; at += 1) places.push(at);
  return places;
}

function anchorAt(blocks: readonly Block[], at: number, copies: Copies): Role | undefined {
  const type = blocks[at]?.type;
  if (copies?.has(at) === true) return undefined;
  if (type === 'tool_response') return at;
  return type === 'tool_call' || type === 'thinking' ? 'ai' : undefined;
}
