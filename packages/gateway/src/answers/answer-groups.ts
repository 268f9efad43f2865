/**
 * Groups the contents of a history into answers, and computes the keys each answer is stored under. When a history continues, only its new
 * contents are hashed.
 */
import { type Content, isSameData } from '@interlock/transcript';
import type { KeptAnswer } from './answer-store.ts';
import { callIdsOf, HistoryDigest, isCall } from './digest-history.ts';
import type { RestoredHistory } from './restored-history.ts';

type KeptAnswers = readonly (KeptAnswer | undefined)[];

export interface Group {
  readonly contents: readonly Content[];
  /** The ids of its calls. */
  readonly calls: readonly string[];
  /** The keys of an answer by its words, the most reliable first: for answers without calls, or whose calls have lost their ids. Empty for anything else. */
  texts(): readonly string[];
}

/** An answer as it was restored. */
export interface PutBack {
  readonly members: readonly Content[];
  readonly answer: KeptAnswer;
  readonly content: Content;
  readonly changed: boolean;
}

/** All groups of a history. */
export interface Grouping {
  readonly contents: readonly Content[];
  readonly groups: readonly Group[];
  /** The keys of all groups, by ids; `withTexts`: also those of answers without calls. */
  keys(withTexts: boolean): readonly string[];
  /** The ids of the latest calls. */
  readonly lastCalls: readonly string[];
  /** What the model has said at the end of the history: an answer would continue it. Empty: nothing, or it made calls. */
  readonly begun: readonly Content[];
  /** The keys of an answer without calls that would follow this history, the most reliable first. */
  readonly keysOf: HistoryDigest['keys'];
}

/** A group and what comes before it. */
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
  #last: Grouping | undefined;
  #restored:
    | { readonly keys: readonly string[]; readonly kept: KeptAnswers; readonly history: RestoredHistory }
    | undefined;

  /** `contents` are compared by identity with those of the previous call. */
  of(contents: readonly Content[]): Grouping {
    if (this.#last?.contents === contents) return this.#last;
    this.#forgetFrom(commonLength(this.#contents, contents));
    const last = this.#groups.at(-1);
    for (let at = last === undefined ? 0 : last.from + last.contents.length; at < contents.length; ) {
      const members = membersAt(contents, at);
      const [first] = members;
      if (first === undefined) break;
      this.#groups.push({ ...groupOf(members, this.#digest), from: at, before: this.#digest });
      for (const member of members) this.#digest = this.#digest.with(member);
      at += members.length;
    }
    this.#contents = contents;
    this.#last = groupingOf(contents, this.#groups.slice(), this.#digest);
    return this.#last;
  }

  /** Returns the same history for the same keys and the same stored answers, compared by identity. */
  restored(keys: readonly string[], kept: KeptAnswers, make: () => RestoredHistory): RestoredHistory {
    const known = this.#restored;
    const isSame = known?.keys === keys && known.kept.length === kept.length;
    if (isSame && known.kept.every((answer, at) => answer === kept[at])) return known.history;
    const history = make();
    this.#restored = { keys, kept, history };
    return history;
  }

  /** Returns the same content for the same answer, so that nothing derived from it is computed twice. */
  putBack(members: readonly Content[], answer: KeptAnswer, make: () => PutBack): PutBack {
    const [first] = members;
    const known = first === undefined ? undefined : this.#putBack.get(first);
    if (known !== undefined && isSameList(known.members, members) && isSameData(known.answer, answer)) return known;
    const made = make();
    if (first !== undefined) this.#putBack.set(first, made);
    return made;
  }

  /** Forgets the groups that reach beyond the first `known` contents, and an answer at their end, which may continue. */
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
}

function groupOf(contents: readonly Content[], before: HistoryDigest): Group {
  const isAnswer = contents[0]?.speaker === 'ai';
  const calls = isAnswer ? contents.flatMap(callIdsOf) : [];
  const keys = once(() => textKeys(contents, before));
  return { contents, calls, texts: () => (isAnswer ? keys() : []) };
}

function textKeys(contents: readonly Content[], before: HistoryDigest): readonly string[] {
  const blocks = contents.flatMap((content) => content.blocks);
  // A client that returns thinking as text puts it before the answer.
  const [first, ...others] = blocks.filter((block) => block.type === 'text' || isCall(block));
  return [...before.keys(blocks), ...(first?.type === 'text' && others.length > 0 ? before.keys(others) : [])];
}

function groupingOf(contents: readonly Content[], groups: readonly Standing[], digest: HistoryDigest): Grouping {
  const last = groups.at(-1);
  const isBegun = last?.contents[0]?.speaker === 'ai' && !last.contents.some(({ blocks }) => blocks.some(isCall));
  const begun = isBegun ? last.contents : [];
  const said = begun.flatMap(({ blocks }) => blocks);
  // It will be in one group with the answer.
  const before = isBegun ? last.before : digest;
  const calls = once(() => groups.flatMap((group) => group.calls));
  const all = once(() => groups.flatMap((group) => (group.calls.length > 0 ? group.calls : group.texts())));
  return {
    contents,
    groups,
    keys: (withTexts) => (withTexts ? all() : calls()),
    lastCalls: digest.calls,
    begun,
    keysOf: (answer) => before.keys([...said, ...answer]),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function commonLength(some: readonly Content[], others: readonly Content[]): number {
  const most = Math.min(some.length, others.length);
  for (let at = 0; at < most; at += 1) if (some[at] !== others[at]) return at;
  return most;
}

function isSameList(some: readonly Content[], others: readonly Content[]): boolean {
  return some.length === others.length && some.every((content, at) => content === others[at]);
}

/** Clients may return one answer as several messages, so consecutive messages of the model are one group. */
function membersAt(contents: readonly Content[], start: number): readonly Content[] {
  let end = start + 1;
  if (contents[start]?.speaker === 'ai') while (contents[end]?.speaker === 'ai') end += 1;
  return contents.slice(start, end);
}
