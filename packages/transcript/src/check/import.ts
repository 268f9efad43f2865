/**
 * Converts a history from elsewhere, once, before it is stored: every content gets its turn key, every call and response its
 * canonical id (the raw one is kept next to it), every foreign token becomes a seal, all media become standard base64, and
 * copies of calls next to their answers are removed. What is already converted is returned untouched, so importing twice
 * changes nothing.
 */

import type { Block, Content, MediaBlock, Metadata, ToolCallBlock, ToolResponseBlock } from '../canonical/content.ts';
import { hasForeignSeal, readForeignSeal } from '../canonical/foreign-seal.ts';
import { callNameOf, isProviderExecuted } from '../canonical/read-block.ts';
import { standardBase64 } from '../json/base64.ts';
import type { Answer, Call, Entry } from '../pairing/occurrence.ts';
import { Pairing } from '../pairing/pairing.ts';

export function importContents(contents: readonly Content[]): readonly Content[] {
  return new Importer().import(contents);
}

/**
 * The same for a history that grows: contents that were imported before (compared by identity) are not read again, and their
 * imported versions stay the same objects.
 */
export class Importer {
  #pairing = new Pairing();
  readonly #own: Content[] = [];
  /** Contents with answers whose call is missing: their ids may change with every content that follows. */
  readonly #astray = new Set<number>();

  import(contents: readonly Content[]): readonly Content[] {
    if (!this.#isContinuedBy(contents)) this.#begin();
    for (const content of contents.slice(this.#own.length)) this.#pairing.add(content);
    const again = new Set([...this.#astray, ...this.#pairing.takeTouched()]);
    for (const at of again) this.#importAt(at);
    for (let at = this.#own.length; at < contents.length; at += 1) this.#importAt(at);
    return this.#own.slice();
  }

  #isContinuedBy(contents: readonly Content[]): boolean {
    const { entries } = this.#pairing;
    return entries.length <= contents.length && entries.every(({ content }, at) => content === contents[at]);
  }

  #begin(): void {
    this.#pairing = new Pairing();
    this.#own.length = 0;
    this.#astray.clear();
  }

  #importAt(at: number): void {
    const entry = this.#pairing.entries[at];
    if (entry === undefined) return;
    this.#own[at] = importEntry(entry, this.#pairing);
    if (entry.answers.some(({ call }) => call === undefined)) this.#astray.add(at);
    else this.#astray.delete(at);
  }
}

function importEntry(entry: Entry, pairing: Pairing): Content {
  const { content, turnId, calls, answers, copies } = entry;
  let call = 0;
  let answer = 0;
  let same = content.metadata?.turnId === turnId;
  const blocks = (content.blocks ?? []).flatMap((block, at) => {
    if (copies?.has(at) === true) {
      same = false;
      return [];
    }
    const own = importBlock(block, calls[call], answers[answer], pairing, content.metadata);
    if (block.type === 'tool_call') call += 1;
    if (block.type === 'tool_response') answer += 1;
    if (own !== block) same = false;
    return own;
  });
  return same ? content : { ...content, blocks, metadata: { ...content.metadata, turnId } };
}

function importBlock(
  block: Block,
  call: Call | undefined,
  answer: Answer | undefined,
  pairing: Pairing,
  metadata: Metadata | undefined,
): Block {
  const sealed = hasForeignSeal(block) ? readForeignSeal(block, metadata) : block;
  if (sealed.type === 'tool_call' && call !== undefined) return importCall(sealed, call);
  if (sealed.type === 'tool_response' && answer !== undefined) return importAnswer(sealed, answer, pairing);
  return sealed.type === 'media' ? importMedia(sealed) : sealed;
}

/** Gemini's clients use the URL-safe alphabet, most others the standard one. From here on it is always the standard one. */
function importMedia(block: MediaBlock): MediaBlock {
  if (block.encoding !== 'base64' || typeof block.data !== 'string') return block;
  const data = standardBase64(block.data);
  return data === undefined || data === block.data ? block : { ...block, data };
}

function importCall(block: ToolCallBlock, call: Call): ToolCallBlock {
  const providerRuns = isProviderExecuted(block) && block.executor === undefined;
  if (block.id === call.id && !providerRuns) return block;
  return {
    ...block,
    id: call.id,
    ...(call.rawId === call.id ? {} : { rawId: call.rawId }),
    ...(providerRuns ? { executor: 'provider' as const } : {}),
  };
}

/** A response without a call gets an id too, so that it can be restored under the same id after any later cut. */
function importAnswer(block: ToolResponseBlock, answer: Answer, pairing: Pairing): ToolResponseBlock {
  const callId = answer.call?.id ?? pairing.orphanId(answer);
  const toolName = block.toolName || (answer.call === undefined ? block.toolName : callNameOf(answer.call.block));
  if (block.callId === callId && block.toolName === toolName) return block;
  const isRenamed = answer.call === undefined && block.callId !== callId;
  return { ...block, callId, toolName, ...(isRenamed ? { rawId: block.callId } : {}) };
}
