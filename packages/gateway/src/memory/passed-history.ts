/**
 * What is known about a client's messages at one target, for the next request of the conversation: which entries match the rendered ones,
 * which follow the rules, and their bytes. Entries are compared by identity, so it is only a cache: an empty one leads to the same result.
 */
import { isSameData, type JsonObject, type JsonValue } from '@interlock/transcript';
import {
  asArray,
  asObject,
  asText,
  findViolations,
  PrefixDigests,
  type Rule,
  type Traits,
  type Violation,
} from '@interlock/wire';
import { CoveredList } from './covered-list.ts';

export interface JudgedBody {
  readonly body: JsonObject;
  readonly list: readonly JsonValue[];
  readonly traits: Traits;
}

export class PassedHistory {
  readonly covered: CoveredList = new CoveredList();
  /** The same for lists without what only the provider can compare. */
  readonly coveredApart: CoveredList = new CoveredList();
  readonly digests: PrefixDigests = new PrefixDigests();
  /** Entries with their unread parts marked: the same objects in the next request. */
  readonly marked: WeakMap<JsonObject, JsonValue> = new WeakMap();
  /** Entries with other parts: the same objects in the next request. */
  readonly #apart: WeakMap<JsonObject, JsonValue> = new WeakMap();
  #sound: JudgedBody | undefined;
  /** The list as it was last written. `bytes`: with its opening bracket; what follows the last of `ends` does not matter. */
  #written: { readonly list: readonly JsonValue[]; readonly ends: readonly number[]; readonly bytes: Buffer } = {
    list: [],
    ends: [],
    bytes: Buffer.from('['),
  };

  /** The entry with its parts replaced. An entry is always given with the same `replace`. */
  apart(entry: JsonValue, replace: (part: JsonValue) => readonly JsonValue[]): JsonValue {
    const object = asObject(entry);
    const field = object?.['parts'] === undefined ? 'content' : 'parts';
    if (object === undefined || !Array.isArray(object[field])) return entry;
    const parts = asArray(object[field]);
    const replaced = parts.flatMap(replace);
    if (replaced.length === parts.length && replaced.every((part, at) => part === parts[at])) return entry;
    const apart = this.#apart.get(object) ?? { ...object, [field]: replaced };
    this.#apart.set(object, apart);
    return apart;
  }

  /** How the body breaks the rules, which are always the same. `list`: the name of the field. */
  broken(rules: readonly Rule[], given: JudgedBody, list: string): readonly Violation[] {
    const known = this.#sound;
    const isSame = known !== undefined && known.traits === given.traits && hasSameFields(known.body, given.body, list);
    const from = isSame ? roundBefore(given.list, commonEntries(known.list, given.list)) : 0;
    const ofMessages = rules.filter(({ scope }) => scope === 'message');
    const ofRequest = rules.filter(({ scope }) => scope === 'request');
    const broken = [
      ...findViolations(ofMessages, { ...given, from }),
      ...findViolations(ofRequest, { ...given, from: 0 }),
    ].filter(({ level }) => level === 'error');
    this.#sound = broken.length > 0 ? undefined : given;
    return broken;
  }

  /** The bytes of `JSON.stringify(body)`. Entries that were written before are copied. */
  write(body: JsonObject, list: string): Uint8Array {
    const pieces: Buffer[] = [];
    let text = '';
    let listAt: number | undefined;
    for (const [name, value] of Object.entries(body)) {
      if (value === undefined) continue;
      text += `${text === '' && pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      if (name !== list || !Array.isArray(value)) {
        text += JSON.stringify(value);
        continue;
      }
      const head = Buffer.from(text);
      const { kept, added } = this.#continueList(asArray(value));
      listAt = head.length;
      pieces.push(head, kept);
      text = added;
    }
    const whole = Buffer.concat([...pieces, Buffer.from(text === '' ? '{}' : `${text}}`)]);
    if (listAt !== undefined) this.#written = { ...this.#written, bytes: whole.subarray(listAt) };
    return whole;
  }

  /** The bytes of the entries that are known, and the text of the others with the closing bracket. */
  #continueList(list: readonly JsonValue[]): { readonly kept: Buffer; readonly added: string } {
    const known = this.#written;
    const same = commonEntries(known.list, list);
    const ends = known.ends.slice(0, same);
    const kept = known.bytes.subarray(0, ends.at(-1) ?? 1);
    let end = kept.length;
    let added = '';
    for (let at = same; at < list.length; at += 1) {
      const text = `${at === 0 ? '' : ','}${JSON.stringify(list[at])}`;
      end += Buffer.byteLength(text);
      ends.push(end);
      added += text;
    }
    this.#written = { list, ends, bytes: known.bytes };
    return { kept, added: `${added}]` };
  }
}

function commonEntries(some: readonly JsonValue[], others: readonly JsonValue[]): number {
  const most = Math.min(some.length, others.length);
  for (let at = 0; at < most; at += 1) if (some[at] !== others[at]) return at;
  return most;
}

function hasSameFields(one: JsonObject, other: JsonObject, list: string): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name === list || (Object.hasOwn(other, name) && isSameData(one[name], other[name])))
  );
}

/**
 * Where the answer before the entry at `changed` begins, with what stands before it: results are judged with the calls they belong to, and
 * an answer with its neighbours.
 */
function roundBefore(list: readonly JsonValue[], changed: number): number {
  let at = changed;
  for (const isWanted of [false, true, false, true]) while (at > 0 && isOfModel(list[at - 1]) === isWanted) at -= 1;
  return at;
}

/** Whether the model wrote the entry. */
export function isOfModel(entry: JsonValue | undefined): boolean {
  const { role, type } = asObject(entry) ?? {};
  if (role !== undefined) return role === 'assistant' || role === 'model';
  return !asText(type).endsWith('_output');
}
