/**
 * The keys of an answer without calls, or whose calls came back without ids: a digest of the conversation before it, and the ids of the latest calls before it. The digest ignores
 * what clients change between two requests of a conversation: system texts, thinking, seals, ids and cache marks. Some clients (Qwen Code)
 * also remove reminders from earlier prompts, which changes any digest; the ids of calls, which are unique to a conversation, still match.
 */
import { hash } from 'node:crypto';
import { type Block, type Content, jsonText, toJson } from '@interlock/transcript';
import { leadingThinking, taggedThinking } from './tagged-thinking.ts';

/** A history up to some content. Its digest is computed on demand, because most histories have nothing stored under it. */
export class HistoryDigest {
  /** The ids of the latest calls. Empty: there were none. */
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
    // A client may divide one answer into several messages.
    const isAnother = isAnswer && !before.#isAnswering;
    this.#since = calls.length > 0 ? 0 : before.#since + (isAnother ? 1 : 0);
    this.#isAnswering = isAnswer;
  }

  /** The history with one more content. */
  with(content: Content): HistoryDigest {
    return content.speaker === 'system' ? this : new HistoryDigest(this, content);
  }

  /** The keys of an answer that would follow, the most reliable first. */
  keys(answer: readonly Block[]): readonly string[] {
    const words = wordsOf(answer);
    const exact = `text:${hash('sha256', `${this.#value()}\nanswer\n${words}`, 'base64url')}`;
    if (this.calls.length === 0) return [exact];
    const place = `${this.calls.join('\n')}\n${this.#since}`;
    return [exact, `after:${hash('sha256', `${place}\nanswer\n${words}`, 'base64url')}`];
  }

  /** Iterative, because a history may be longer than the stack is deep. */
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
  const texts = content?.blocks.map(textOf).filter((text) => text !== '') ?? [];
  return texts.length === 0
    ? digest
    : hash('sha256', `${digest}\n${content?.speaker}\n${texts.join('\n')}`, 'base64url');
}

/** The ids of the calls that the client returned with one. */
export function callIdsOf({ blocks }: Content): readonly string[] {
  return blocks.flatMap((block) => (isCall(block) && !hasNoId(block) ? [block.id] : []));
}

/** A call that the client returned without an id: the id it has was made when it was read. */
export function hasNoId(block: Block): boolean {
  return block.type === 'tool_call' && block.rawId === '';
}

/** One that the client runs. */
export function isCall(block: Block): block is Extract<Block, { type: 'tool_call' }> {
  return block.type === 'tool_call' && block.executor !== 'provider';
}

/** Whitespace is ignored: formats divide a text into blocks differently, with line ends between them. */
export function wordsOf(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.type === 'text' || isCall(block) ? textOf(block) : '')).join('');
}

export function textDigest(text: string): string {
  return hash('sha256', text, 'base64url');
}

function withoutThinking(text: string): string {
  return leadingThinking(text)?.rest ?? text;
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'text':
      return taggedThinking(block.text) === undefined ? withoutThinking(block.text).replaceAll(/\s+/g, '') : '';
    case 'code':
      return block.code;
    case 'media':
      return `${block.mimeType}:${block.data.length}:${block.data.slice(-64)}`;
    case 'tool_call':
      return `${block.name}(${textOfValue(block.parameters)})`;
    case 'tool_response':
      return `= ${textOfValue(block.error ?? block.result ?? null)}`;
    default:
      return '';
  }
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(toJson(value).value);
}
