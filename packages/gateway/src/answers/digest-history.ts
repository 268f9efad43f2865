/**
 * A digest of what stood before each answer of a history, to find an answer again that has no calls to know it by. System texts,
 * thinking, seals, ids and cache marks are left out: clients change those between two requests of one conversation.
 */
import { createHash, type Hash } from 'node:crypto';
import { type Block, type Content, jsonText, toJson } from '@interlock/transcript';

/** Takes contents in order; `key` at any point is that of an answer which would come next. */
export class HistoryDigest {
  readonly #hash: Hash;

  constructor(hash: Hash = createHash('sha256')) {
    this.#hash = hash;
  }

  copy(): HistoryDigest {
    return new HistoryDigest(this.#hash.copy());
  }

  add({ speaker, blocks }: Content): void {
    if (speaker === 'system') return;
    const told = blocks.map(textOf).filter((text) => text !== '');
    if (told.length > 0) this.#hash.update(`${speaker}\n${told.join('\n')}\n\n`);
  }

  key(answer: readonly Block[]): string {
    return `text:${this.#hash
      .copy()
      .update(`answer\n${wordsOf(answer)}`)
      .digest('base64url')}`;
  }
}

/** Formats divide a text into blocks differently, and put line ends between them. */
export function wordsOf(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text.replaceAll(/\s+/g, '') : '')).join('');
}

export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text.replaceAll(/\s+/g, '');
    case 'code':
      return block.code;
    case 'media':
      return `${block.mimeType}:${block.data.length}:${block.data.slice(-64)}`;
    case 'tool_call':
      return `${block.name}(${jsonText(toJson(block.parameters).value)})`;
    case 'tool_response':
      return `= ${jsonText(toJson(block.error ?? block.result ?? null).value)}`;
    default:
      return '';
  }
}
