/**
 * What an answer without calls is found by: a digest of what stood before it, and the calls that were last made before it. The digest
 * leaves out what clients change between two requests of one conversation: system texts, thinking, seals, ids and cache marks. Some also
 * take reminders out of earlier prompts (Qwen Code), which no digest survives. The ids of calls do; those we gave out belong to one conversation.
 */
import { hash } from 'node:crypto';
import { type Block, type Content, jsonText, toJson } from '@interlock/transcript';

/** A history up to some content. Its digest is worked out when it is first asked for: most histories have nothing to find by it. */
export class HistoryDigest {
  /** The calls that were made last, and how many answers without calls followed. Empty: there were none. */
  readonly calls: readonly string[] = [];
  readonly #since: number = 0;
  readonly #isAnswering: boolean = false;
  readonly #content: Content | undefined;
  #before: HistoryDigest | undefined;
  /** Each content is hashed together with the digest before it, in one call. */
  #digest: string | undefined;

  constructor(before?: HistoryDigest, content?: Content) {
    this.#before = before;
    this.#content = content;
    if (before === undefined || content === undefined) return;
    const isAnswer = content.speaker === 'ai';
    const calls = isAnswer ? callIdsOf(content) : [];
    this.calls = calls.length > 0 ? calls : before.calls;
    // However many messages a client divides an answer into, it is one.
    const isAnother = isAnswer && !before.#isAnswering;
    this.#since = calls.length > 0 ? 0 : before.#since + (isAnother ? 1 : 0);
    this.#isAnswering = isAnswer;
  }

  /** With one content more. */
  with(content: Content): HistoryDigest {
    return content.speaker === 'system' ? this : new HistoryDigest(this, content);
  }

  /** Of an answer that would come next, the surest first. */
  keys(answer: readonly Block[]): readonly string[] {
    const words = wordsOf(answer);
    const exact = `text:${hash('sha256', `${this.#value()}\nanswer\n${words}`, 'base64url')}`;
    if (this.calls.length === 0) return [exact];
    const place = `${this.calls.join('\n')}\n${this.#since}`;
    return [exact, `after:${hash('sha256', `${place}\nanswer\n${words}`, 'base64url')}`];
  }

  /** Not by recursion: a history may be long. */
  #value(): string {
    const open: HistoryDigest[] = [];
    let digest = '';
    for (let known: HistoryDigest | undefined = this; known !== undefined; known = known.#before) {
      if (known.#digest !== undefined) {
        digest = known.#digest;
        break;
      }
      open.push(known);
    }
    for (const each of open.toReversed()) {
      digest = digestAfter(digest, each.#content);
      each.#digest = digest;
      each.#before = undefined;
    }
    return digest;
  }
}

function digestAfter(digest: string, content: Content | undefined): string {
  const told = content?.blocks.map(textOf).filter((text) => text !== '') ?? [];
  return told.length === 0 ? digest : hash('sha256', `${digest}\n${content?.speaker}\n${told.join('\n')}`, 'base64url');
}

export function callIdsOf({ blocks }: Content): readonly string[] {
  return blocks.flatMap((block) => (block.type === 'tool_call' && block.executor !== 'provider' ? [block.id] : []));
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
