/**
 * A digest of what stood before each answer of a history, to find an answer again that has no calls to know it by. System texts,
 * thinking, seals, ids and cache marks are left out: clients change those between two requests of one conversation.
 */
import { hash } from 'node:crypto';
import { type Block, type Content, jsonText, toJson } from '@interlock/transcript';

/** Takes contents in order; `key` at any point is that of an answer which would come next. */
export class HistoryDigest {
  /** Of everything so far: each content is hashed together with the digest before it, in one call. */
  #digest: string;

  constructor(digest = '') {
    this.#digest = digest;
  }

  copy(): HistoryDigest {
    return new HistoryDigest(this.#digest);
  }

  add({ speaker, blocks }: Content): void {
    if (speaker === 'system') return;
    const told = blocks.map(textOf).filter((text) => text !== '');
    if (told.length > 0) this.#digest = hash('sha256', `${this.#digest}\n${speaker}\n${told.join('\n')}`, 'base64url');
  }

  key(answer: readonly Block[]): string {
    return `text:${hash('sha256', `${this.#digest}\nanswer\n${wordsOf(answer)}`, 'base64url')}`;
  }
}

/** Formats divide a text into blocks differently, and put line ends between them. */
export function wordsOf(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text.replaceAll(/\s+/g, '') : '')).join('');
}

export function textDigest(text: string): string {
  return hash('sha256', text, 'base64url');
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
      return `${block.name}(${saidBy(block.parameters)})`;
    case 'tool_response':
      return `= ${saidBy(block.error ?? block.result ?? null)}`;
    default:
      return '';
  }
}

function saidBy(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(toJson(value).value);
}
