/**
 * Which contents of a history are one answer, and the keys it is kept under. A history that goes on is not gone through again: only
 * what is new is hashed.
 */
import type { Content } from '@interlock/transcript';
import { isSameData } from '../memory/is-same-data.ts';
import type { KeptAnswer } from './answer-store.ts';
import { HistoryDigest } from './digest-history.ts';

export interface Group {
  readonly contents: readonly Content[];
  readonly keys: readonly string[];
}

/** An answer as it was put back. */
export interface PutBack {
  readonly members: readonly Content[];
  readonly answer: KeptAnswer;
  readonly content: Content;
  readonly changed: boolean;
}

/** A group and what stands before it. */
interface Standing extends Group {
  /** How many contents are before it. */
  readonly from: number;
  readonly before: HistoryDigest;
}

export class AnswerGroups {
  #contents: readonly Content[] = [];
  #groups: Standing[] = [];
  #digest = new HistoryDigest();
  readonly #putBack = new Map<Content, PutBack>();

  /** `contents` are compared by identity with those of the last time. `keyOf`: for an answer without calls that comes after them. */
  of(contents: readonly Content[]): { readonly groups: readonly Group[]; readonly keyOf: HistoryDigest['key'] } {
    this.#forgetFrom(commonLength(this.#contents, contents));
    const last = this.#groups.at(-1);
    for (let at = last === undefined ? 0 : last.from + last.contents.length; at < contents.length; ) {
      const members = membersAt(contents, at);
      const [first] = members;
      if (first === undefined) break;
      const keys = first.speaker === 'ai' ? this.#keysOf(members) : [];
      this.#groups.push({ contents: members, keys, from: at, before: this.#digest.copy() });
      for (const member of members) this.#digest.add(member);
      at += members.length;
    }
    this.#contents = contents;
    // Another request of the same conversation may come before this one is answered.
    const digest = this.#digest.copy();
    return { groups: this.#groups.slice(), keyOf: (answer) => digest.key(answer) };
  }

  /** The same content for the same answer, so that what is made of it need not be made again. */
  putBack(members: readonly Content[], answer: KeptAnswer, make: () => PutBack): PutBack {
    const [first] = members;
    const known = first === undefined ? undefined : this.#putBack.get(first);
    if (known !== undefined && isSameList(known.members, members) && isSameData(known.answer, answer)) return known;
    const made = make();
    if (first !== undefined) this.#putBack.set(first, made);
    return made;
  }

  /** Groups that are not whole among the first `known` contents, or whose answer may go on in what follows. */
  #forgetFrom(known: number): void {
    const kept = this.#groups.findIndex(({ from, contents }) => {
      const end = from + contents.length;
      return end > known || (end === known && contents[0]?.speaker === 'ai');
    });
    if (kept === -1) return;
    for (const { contents, before } of this.#groups.splice(kept).toReversed()) {
      for (const content of contents) this.#putBack.delete(content);
      this.#digest = before;
    }
  }

  #keysOf(members: readonly Content[]): readonly string[] {
    const calls = members.flatMap(callIdsOf);
    if (calls.length > 0) return calls;
    const blocks = members.flatMap((member) => member.blocks);
    // A client that gives thinking back as text puts it before the answer.
    const texts = blocks.filter(({ type }) => type === 'text');
    return [this.#digest.key(blocks), ...(texts.length > 1 ? [this.#digest.key(texts.slice(1))] : [])];
  }
}

function commonLength(some: readonly Content[], others: readonly Content[]): number {
  const most = Math.min(some.length, others.length);
  for (let at = 0; at < most; at += 1) if (some[at] !== others[at]) return at;
  return most;
}

function isSameList(some: readonly Content[], others: readonly Content[]): boolean {
  return some.length === others.length && some.every((content, at) => content === others[at]);
}

/** An answer may come back as several messages: those of the model that follow one another stand together. */
function membersAt(contents: readonly Content[], start: number): readonly Content[] {
  let end = start + 1;
  if (contents[start]?.speaker === 'ai') while (contents[end]?.speaker === 'ai') end += 1;
  return contents.slice(start, end);
}

export function callIdsOf({ blocks }: Content): readonly string[] {
  return blocks.flatMap((block) => (block.type === 'tool_call' && block.executor !== 'provider' ? [block.id] : []));
}
