/**
 * Fields of an answer that only its own protocol has: citations, probabilities, ratings, tiers, and server-specific ones. They
 * are read on request (`DecodingOptions`), for a client of the same protocol.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asObject, isNestedDeeper } from '../json/json.ts';
import type { ReplyEvent } from './events.ts';

/** No server means anything by a deeper field, and it could not be written again: the stack has an end. */
const deepest = 256;

/** The fields of an object except those named, without nulls. Undefined if there are none. */
export function fieldsBeside(object: JsonObject | undefined, names: ReadonlySet<string>): JsonObject | undefined {
  let fields: (readonly [string, JsonValue])[] | undefined;
  // Runs for every frame of a stream, nearly always without a result: nothing is allocated before something is found.
  for (const name in object) {
    const value = object[name];
    if (value === undefined || value === null || names.has(name) || isNestedDeeper(value, deepest)) continue;
    fields ??= [];
    fields.push([name, value]);
  }
  return fields === undefined ? undefined : Object.fromEntries(fields);
}

/** The same as an event; none if there are no fields. */
export function replyFields(
  protocol: string,
  place: string,
  object: JsonObject | undefined,
  names: ReadonlySet<string>,
): readonly ReplyEvent[] {
  const fields = fieldsBeside(object, names);
  return fields === undefined ? [] : [{ type: 'reply-fields', protocol, place, fields }];
}

const nowhere: ReadonlySet<string> = new Set();

/** The fields that an encoder has received, by their place in the answer. */
export class OwnFields {
  readonly #protocol: string;
  readonly #growing: ReadonlySet<string>;
  readonly #fields = new Map<string, JsonObject>();

  /** `growing`: the places whose lists come piece by piece. Elsewhere, the latest list is the whole one. */
  constructor(protocol: string, growing: ReadonlySet<string> = nowhere) {
    this.#protocol = protocol;
    this.#growing = growing;
  }

  add({ protocol, place, fields }: Extract<ReplyEvent, { type: 'reply-fields' }>): void {
    if (protocol !== this.#protocol) return;
    const before = this.at(place);
    this.#fields.set(place, this.#growing.has(place) ? grown(before, fields) : { ...before, ...fields });
  }

  /** The fields stay: they are written with everything that follows. */
  at(place: string): JsonObject {
    return this.#fields.get(place) ?? {};
  }

  /** The fields are removed: they are written once. */
  take(place: string): JsonObject {
    const fields = this.at(place);
    this.#fields.delete(place);
    return fields;
  }
}

/** All such fields of a complete answer. */
export function ownFieldsOf(
  protocol: string,
  events: readonly ReplyEvent[],
  growing: ReadonlySet<string> = nowhere,
): OwnFields {
  const own = new OwnFields(protocol, growing);
  for (const event of events) if (event.type === 'reply-fields') own.add(event);
  return own;
}

/** The fields of the blocks of a complete answer, by index. Lists are concatenated. */
export function blockFieldsOf(protocol: string, events: readonly ReplyEvent[]): ReadonlyMap<number, JsonObject> {
  const blocks = new Map<number, JsonObject>();
  for (const event of events) {
    if (event.type !== 'block-fields' || event.protocol !== protocol) continue;
    blocks.set(event.index, withMore(blocks.get(event.index) ?? {}, event.fields));
  }
  return blocks;
}

/** Both, with their lists appended, also those inside their objects. */
export function grown(before: JsonObject, more: JsonObject): JsonObject {
  const merged = Object.entries(more).map(([name, value]): readonly [string, JsonValue] => {
    const known = before[name];
    const [old, added] = [asObject(known ?? null), asObject(value)];
    if (old !== undefined && added !== undefined) return [name, grown(old, added)];
    return [name, Array.isArray(known) && Array.isArray(value) ? [...known, ...value] : value];
  });
  return { ...before, ...Object.fromEntries(merged) };
}

export function withMore(before: JsonObject, more: JsonObject): JsonObject {
  const merged = Object.entries(more).map(([name, value]): readonly [string, JsonValue] => {
    const known = before[name];
    return [name, Array.isArray(known) && Array.isArray(value) ? [...known, ...value] : value];
  });
  return { ...before, ...Object.fromEntries(merged) };
}
