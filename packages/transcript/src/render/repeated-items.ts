/**
 * Finds items that occur twice in a history, by the ids a provider gave the items of its answers: an id may be sent back only
 * once (OAR-006). The first block with an id keeps it, so appended contents never change what was sent.
 */
import type { Block } from '../canonical/content.ts';
import { hasForeignSeal, readForeignSeal } from '../canonical/foreign-seal.ts';
import type { Entry } from '../pairing/occurrence.ts';
import { attributeInTool } from './passes/attribute.ts';

export class RepeatedItems {
  readonly #seen = new Set<string>();
  /** For each entry, the positions of blocks whose item occurs earlier. */
  readonly #repeated = new Map<number, Set<number>>();

  observe(entry: Entry): void {
    const { content } = entry;
    let before: string | undefined;
    let isRepeated = false;
    for (const [at, block] of (content.blocks ?? []).entries()) {
      const { seal } = hasForeignSeal(block) ? readForeignSeal(block, content.metadata) : block;
      const item = typeof seal?.item === 'string' && isModels(entry, block, at) ? seal.item : undefined;
      // Texts of one message share its id.
      const goesOn = block.type === 'text' && item === before && content.blocks[at - 1]?.type === 'text';
      before = item;
      if (item === undefined) continue;
      if (!goesOn) isRepeated = this.#seen.has(item);
      this.#seen.add(item);
      if (isRepeated) this.#repeated.set(entry.index, (this.#repeated.get(entry.index) ?? new Set()).add(at));
    }
  }

  of(entry: number): ReadonlySet<number> | undefined {
    return this.#repeated.size === 0 ? undefined : this.#repeated.get(entry);
  }
}

/** Whether the block is rendered where it is, as the model's own. */
function isModels({ content, copies }: Entry, block: Block, at: number): boolean {
  if (block.type === 'tool_response' || copies?.has(at)) return false;
  if (block.type === 'tool_call' || block.type === 'thinking') return true;
  return (
    content.speaker === 'ai' || (content.speaker === 'tool' && attributeInTool(content.blocks, copies)[at] === 'ai')
  );
}
