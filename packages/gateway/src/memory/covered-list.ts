/**
 * Checks that the client's messages contain everything that the rendered messages contain, entry by entry and in the same shape. They may have
 * more fields, but no other values. A text equals a list with that one text. Call ids may differ consistently; the rules check their form.
 * The results in a message may be in any order: Claude Code sends them as they arrive, and rendering has that of the calls.
 * Documents given as text, search results and compactions are rendered as text; of what could not be read, nothing is rendered, or what it says.
 * Entries that were compared before are not compared again.
 */
import { isSameData, type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { asArray, asObject } from '@interlock/wire';

/** Stands for a part of the client's that could not be read, or not exactly. */
export const unreadPart: JsonValue = 'unread';

/** Entries that were compared as one unit. */
interface Pair {
  /** The index after the last entry, in each list. */
  readonly sentEnd: number;
  readonly renderedEnd: number;
  /** How many ids were matched up to here. */
  readonly ids: number;
}

export class CoveredList {
  #sent: readonly JsonValue[] = [];
  #rendered: readonly JsonValue[] = [];
  #pairs: Pair[] = [];
  readonly #ids = new CallIds();

  covers(sent: readonly JsonValue[], rendered: readonly JsonValue[]): boolean {
    const [sameSent, sameRendered] = [sameEntries(this.#sent, sent), sameEntries(this.#rendered, rendered)];
    // A pair is kept only if the entry after it is unchanged, too: otherwise more may be joined to it.
    const changed = this.#pairs.findIndex(
      ({ sentEnd, renderedEnd }) => sentEnd >= sameSent || renderedEnd >= sameRendered,
    );
    if (changed !== -1) this.#pairs.length = changed;
    const last = this.#pairs.at(-1);
    this.#ids.keep(last?.ids ?? 0);
    const isCovered = this.#continue(sent, rendered, last?.sentEnd ?? 0, last?.renderedEnd ?? 0);
    this.#sent = isCovered ? sent : [];
    this.#rendered = isCovered ? rendered : [];
    if (!isCovered) this.#pairs = [];
    return isCovered;
  }

  #continue(
    sent: readonly JsonValue[],
    rendered: readonly JsonValue[],
    sentFrom: number,
    renderedFrom: number,
  ): boolean {
    const [some, others] = [joinTurns(sent, sentFrom), joinTurns(rendered, renderedFrom)];
    if (some.length !== others.length) return false;
    for (let at = 0; at < some.length; ) {
      const end = Math.max(at + 1, resultsEnd(some, at));
      if (!this.#coversUnit(some.slice(at, end), others.slice(at, end))) return false;
      const [sentEnd, renderedEnd] = [some[end - 1]?.end ?? 0, others[end - 1]?.end ?? 0];
      this.#pairs.push({ sentEnd, renderedEnd, ids: this.#ids.count });
      at = end;
    }
    return true;
  }

  /** One entry, or results that are entries of their own. */
  #coversUnit(some: readonly Joined[], others: readonly Joined[]): boolean {
    const [[one, ...more], wanted] = [some.map(entryOf), others.map(entryOf)];
    if (more.length === 0) return covers(one ?? null, wanted[0] ?? null, this.#ids);
    const given = inOrderOf(wanted, [one ?? null, ...more], this.#ids);
    return wanted.every((entry, at) => covers(given[at] ?? null, entry, this.#ids));
  }
}

function entryOf({ entry }: Joined): JsonValue {
  return entry;
}

/** The index after the results that begin here. They are compared together, because clients send them in the order in which they arrived. */
function resultsEnd(entries: readonly Joined[], from: number): number {
  let end = from;
  while (end < entries.length && resultIdOf(entries[end]?.entry ?? null) !== undefined) end += 1;
  return end;
}

/** A leading system message is rebuilt for each request. */
function sameEntries(known: readonly JsonValue[], list: readonly JsonValue[]): number {
  const most = Math.min(known.length, list.length);
  for (let at = 0; at < most; at += 1) {
    if (known[at] !== list[at] && !(at === 0 && isSameData(known[0], list[0]))) return at;
  }
  return most;
}

interface Joined {
  readonly entry: JsonValue;
  readonly end: number;
}

/** Joins consecutive messages of the user, or of the model, as rendering does. */
function joinTurns(list: readonly JsonValue[], from: number): readonly Joined[] {
  const joined: Joined[] = [];
  // The parts of the last entry, if it was joined from several.
  let parts: JsonValue[] | undefined;
  for (let at = from; at < list.length; at += 1) {
    const entry = list[at] ?? null;
    const [last, next] = [asObject(joined.at(-1)?.entry ?? null), asObject(entry)];
    const field = next?.['parts'] === undefined ? 'content' : 'parts';
    const isNext = next !== undefined && last !== undefined && roleOf(next) === roleOf(last) && isJoined(next);
    if (!isNext || next[field] === undefined || last[field] === undefined) {
      parts = undefined;
      joined.push({ entry, end: at + 1 });
    } else {
      const isOpen = parts !== undefined;
      parts ??= [...partsOf(last[field])];
      for (const part of partsOf(next[field])) parts.push(part);
      joined[joined.length - 1] = { entry: isOpen ? last : { ...last, [field]: parts }, end: at + 1 };
    }
  }
  return joined;
}

/** A content of Google's API without a role is the user's. */
function roleOf({ role, parts }: JsonObject): JsonValue | undefined {
  return role === undefined && parts !== undefined ? 'user' : role;
}

/** Calls of the model may be in a field besides its words, as in Chat: then its messages stay apart. */
function isJoined(entry: JsonObject): boolean {
  if (roleOf(entry) === 'user') return true;
  return entry['role'] === 'assistant' && Object.keys(entry).every((name) => name === 'role' || name === 'content');
}

function partsOf(value: JsonValue): readonly JsonValue[] {
  return asArray(asParts(value));
}

function covers(sent: JsonValue, rendered: JsonValue, ids: CallIds): boolean {
  const [some, other] = [asObject(sent), asObject(rendered)];
  if (some !== undefined && other !== undefined) return coversObject(some, other, ids);
  if (!Array.isArray(sent) || !Array.isArray(rendered)) return sent === rendered;
  const wanted = asArray(rendered);
  const list = inOrderOf(wanted, asArray(sent), ids);
  const text = list.length > 1 ? onlyText(wanted, 0) : undefined;
  if (text !== undefined) return areIn(list, text);
  if (list.includes(unreadPart)) return coversUnread(list, wanted, ids);
  return list.length === wanted.length && wanted.every((entry, at) => covers(list[at] ?? null, entry, ids));
}

/** The parts of a message, or entries, with the results among them in the order of the rendered ones. Their calls have come before, so their ids are known. */
function inOrderOf(wanted: readonly JsonValue[], list: readonly JsonValue[], ids: CallIds): readonly JsonValue[] {
  const order = list.length < 2 ? [] : wanted.flatMap((part) => ids.sentAs(resultIdOf(part)) ?? []);
  if (order.length < 2) return list;
  const given = list.map(resultIdOf);
  const results = new Map(list.map((part, at) => [given[at], part]));
  let next = 0;
  return list.map((part, at) => {
    if (given[at] === undefined) return part;
    next += 1;
    return results.get(order[next - 1]) ?? part;
  });
}

function resultIdOf(part: JsonValue): string | undefined {
  const { tool_use_id: ofPart, tool_call_id: ofMessage, call_id: ofItem, type } = asObject(part) ?? {};
  const id = ofPart ?? ofMessage ?? (`${type}`.endsWith('_output') ? ofItem : undefined);
  return typeof id === 'string' ? id : undefined;
}

function coversObject(some: JsonObject, other: JsonObject, ids: CallIds): boolean {
  if (other['type'] === 'text' && shownAsText.has(some['type'])) return true;
  // Not with `Object.entries`: this is called for every value of a new conversation.
  for (const name of Object.keys(other)) {
    const given = Object.hasOwn(some, name) ? some[name] : some[inSnakeCase(name)];
    const value = other[name] ?? null;
    const isResult = (name === 'content' || name === 'output') && Array.isArray(value) && isOfResult(other);
    if (!(isResult && coversResult(given, value, ids)) && !coversField(name, given, value, ids)) return false;
  }
  return true;
}

function isOfResult({ tool_use_id, call_id }: JsonObject): boolean {
  return tool_use_id !== undefined || call_id !== undefined;
}

/** A result is rendered as its text, and then its media. Claude Code adds a text after a picture. */
function coversResult(given: JsonValue | undefined, value: JsonValue, ids: CallIds): boolean {
  const list = asArray(given ?? null);
  const [first = null, ...media] = asArray(value);
  const [texts, others] = [
    list.map(textIn).filter((text) => text !== undefined),
    list.filter((part) => textIn(part) === undefined),
  ];
  const text = textIn(first);
  if (text === undefined || texts.length === 0 || others.length === 0) return false;
  return joints.some((joint) => texts.join(joint) === text) && covers(others, media, ids);
}

/** Google's API has two spellings, of which we write one. */
function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** For an unread part, nothing is rendered, or something that says it: both are tried. */
function coversUnread(list: readonly JsonValue[], wanted: readonly JsonValue[], ids: CallIds): boolean {
  const trial: Trial = { list, wanted, ids, choices: [{ at: 0, from: 0, ids: ids.count }], tried: new Set() };
  for (let next = trial.choices.pop(); next !== undefined; next = trial.choices.pop()) {
    ids.keep(next.ids);
    if (coversFrom(next, trial)) return true;
  }
  return false;
}

interface Trial {
  readonly list: readonly JsonValue[];
  readonly wanted: readonly JsonValue[];
  readonly ids: CallIds;
  /** Where to go on if what was tried does not fit: an index in each list, and how many ids were matched before. */
  readonly choices: { readonly at: number; readonly from: number; readonly ids: number }[];
  /** Pairs of indexes. Without them, a few dozen unread parts would have more combinations than can be tried. */
  readonly tried: Set<number>;
}

/** A list for which more has to be tried is rendered. */
const mostTried = 10_000;

function coversFrom(start: Trial['choices'][number], { list, wanted, ids, choices, tried }: Trial): boolean {
  let { at, from } = start;
  for (; at < list.length; at += 1) {
    const text = at < list.length - 1 ? onlyText(wanted, from) : undefined;
    if (text !== undefined) return areIn(list.slice(at), text);
    if (list[at] !== unreadPart) {
      if (!covers(list[at] ?? null, wanted[from] ?? null, ids)) return false;
      from += 1;
      continue;
    }
    const pair = at * (wanted.length + 1) + from;
    if (tried.has(pair) || tried.size === mostTried) return false;
    tried.add(pair);
    if (from < wanted.length) choices.push({ at: at + 1, from: from + 1, ids: ids.count });
  }
  return from === wanted.length;
}

/** Whether the parts are rendered as this text: a result is one text, if nothing in it is anything else. */
function areIn(parts: readonly JsonValue[], { words: text, type }: OnlyText): boolean {
  const texts = parts
    .filter((part) => part !== unreadPart && !shownAsText.has(asObject(part)?.['type']))
    .map((part) => (areOfText(asObject(part)?.['type'] ?? null, type) ? textIn(part) : undefined));
  // What is no text is not in it.
  if (texts.includes(undefined)) return false;
  if (texts.length === parts.length) return joints.some((joint) => texts.join(joint) === text);
  let end = 0;
  return texts.every((each) => {
    const at = text.indexOf(each ?? '', end);
    end = at + (each ?? '').length;
    return at !== -1;
  });
}

/** The text that is the only part from this index on. */
function onlyText(parts: readonly JsonValue[], from: number): OnlyText | undefined {
  const words = from === parts.length - 1 ? textIn(parts[from]) : undefined;
  return words === undefined ? undefined : { words, type: asObject(parts[from])?.['type'] ?? null };
}

interface OnlyText {
  readonly words: string;
  readonly type: JsonValue;
}

function textIn(part: JsonValue | undefined): string | undefined {
  const { type = null, text } = asObject(part ?? null) ?? {};
  return textTypes.has(type) && typeof text === 'string' ? text : undefined;
}

/** What each API's reader puts between the texts of a result. */
const joints: readonly string[] = ['\n', '\n\n', ''];

const shownAsText: ReadonlySet<JsonValue | undefined> = new Set(['document', 'search_result', 'compaction']);

function coversField(name: string, given: JsonValue | undefined, value: JsonValue, ids: CallIds): boolean {
  // The client decides where cache marks are; the summary of thinking (OAR-015) and citations are never rendered.
  if (name === 'cache_control' || name === 'summary' || (name === 'annotations' && saysNothing(value))) return true;
  // An item of the Responses API without a type is a message, its text may have no annotations, and its images no detail. A content without a
  // role is the user's.
  if (given === undefined || given === null) return saysNothing(value) || defaults.get(name) === value;
  if (name === 'response') return covers(given, value, ids) || isResultIn(given, value);
  if (name === 'type' && (given === plainText || value === plainText)) return areOfText(given, value);
  const areTexts = typeof given === 'string' && typeof value === 'string';
  if (areTexts) return idFields.has(name) ? ids.match(given, value) : given === value;
  return name === 'content' ? covers(asParts(given), asParts(value), ids) : covers(given, value, ids);
}

/** A message of the model that only calls tools has no content, null, or an empty text. */
function saysNothing(value: JsonValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** What a missing field means. */
const defaults: ReadonlyMap<string, JsonValue> = new Map([
  ['type', 'message'],
  ['role', 'user'],
  ['detail', 'auto'],
]);

/** Google's clients give results names of their own, or none: what they hold is rendered as `output`, or as the text of an `error`. */
function isResultIn(given: JsonValue, rendered: JsonValue): boolean {
  const { output, error } = asObject(rendered) ?? {};
  const { result, error: own, ...others } = asObject(given) ?? {};
  const isAlone = Object.keys(others).length === 0;
  if (output !== undefined)
    return isSameData(given, output) || (isAlone && own === undefined && isSameData(result, output));
  return error !== undefined && isAlone && result === undefined && jsonText(own ?? null) === error;
}

const idFields: ReadonlySet<string> = new Set(['id', 'tool_use_id', 'tool_call_id', 'call_id']);

/** A one-to-one mapping between the client's ids and the rendered ids. */
class CallIds {
  readonly #rendered = new Map<string, string>();
  readonly #sent = new Map<string, string>();
  /** The client's ids, in the order in which they were first seen. */
  readonly #seen: string[] = [];

  get count(): number {
    return this.#seen.length;
  }

  /** The client's id for a rendered one. */
  sentAs(rendered: string | undefined): string | undefined {
    return rendered === undefined ? undefined : this.#sent.get(rendered);
  }

  match(sent: string, rendered: string): boolean {
    const [one, other] = [this.#rendered.get(sent), this.#sent.get(rendered)];
    if (one !== undefined || other !== undefined) return one === rendered && other === sent;
    this.#rendered.set(sent, rendered);
    this.#sent.set(rendered, sent);
    this.#seen.push(sent);
    return true;
  }

  /** Forgets all but the first `count`. */
  keep(count: number): void {
    for (const sent of this.#seen.splice(count)) {
      this.#sent.delete(this.#rendered.get(sent) ?? '');
      this.#rendered.delete(sent);
    }
  }
}

function asParts(value: JsonValue): JsonValue {
  return typeof value === 'string' ? [{ type: plainText, text: value }] : value;
}

/** The type of a part that was a text without a type, which each API calls otherwise. */
const plainText = 'plain text';
const textTypes: ReadonlySet<JsonValue> = new Set([plainText, 'text', 'input_text', 'output_text']);

/** Only the Responses API has several types of texts, and its parts are never rendered without one. */
function areOfText(sent: JsonValue, rendered: JsonValue): boolean {
  return textTypes.has(rendered) && (ofOneType.has(rendered) ? ofOneType : textTypes).has(sent);
}

const ofOneType: ReadonlySet<JsonValue> = new Set([plainText, 'text']);
