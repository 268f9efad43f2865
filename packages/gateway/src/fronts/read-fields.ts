/** Which fields of a body are read: as a whole, or only some of the fields in them. A list of words is like an object with these names. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '@interlock/wire';

export interface ReadFields {
  readonly [field: string]: true | ReadFields;
}

/** These, as a whole. */
export function allOf(...names: readonly string[]): ReadFields {
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** All but those at these places, which are written with points. */
export function withoutFields(read: ReadFields, places: { has(place: string): boolean }, before = ''): ReadFields {
  const kept = Object.entries(read).filter(([name]) => !places.has(before + name));
  return Object.fromEntries(
    kept.map(([name, known]) => [name, known === true ? known : withoutFields(known, places, `${before}${name}.`)]),
  );
}

export interface UnreadField {
  /** The names on the way to it. */
  readonly path: readonly string[];
  readonly value: JsonValue;
  /** What the last of them is in. */
  readonly inside: JsonValue;
}

export function findUnread(body: JsonObject, read: ReadFields): readonly UnreadField[] {
  return unreadIn(body, read, []);
}

function unreadIn(inside: JsonValue, read: ReadFields, path: readonly string[]): readonly UnreadField[] {
  return fieldsOf(inside).flatMap(([name, value]) => {
    const known = Object.hasOwn(read, name) ? read[name] : undefined;
    if (known === true || value === null) return [];
    const here = [...path, name];
    return known === undefined ? [{ path: here, value, inside }] : unreadIn(value, known, here);
  });
}

function fieldsOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (Array.isArray(value)) return asArray(value).flatMap((word) => (typeof word === 'string' ? [[word, true]] : []));
  return Object.entries(asObject(value) ?? {}).map(([name, each = null]) => [name, each]);
}

/** The body with this field as the client has it, unless what it belongs to was left out. */
export function withField(body: JsonObject, { path, value, inside }: UnreadField): JsonObject {
  const [name = '', ...rest] = path;
  const [next] = rest;
  if (next === undefined) return { ...body, [name]: value };
  const there = body[name];
  if (Array.isArray(inside) && rest.length === 1) {
    return { ...body, [name]: [...asArray(there).filter((word) => word !== next), next] };
  }
  const object = asObject(there) ?? (rest.length === 1 && !hasType(inside) && mayHold(body, name) ? {} : undefined);
  return object === undefined ? body : { ...body, [name]: withField(object, { path: rest, value, inside }) };
}

/** What belongs to another type means nothing here: a schema's fields, where the answer can only be any JSON. */
function mayHold({ type }: JsonObject, name: string): boolean {
  return typeof type !== 'string' || type === name;
}

/** It means nothing without its type. */
function hasType(value: JsonValue): boolean {
  return asObject(value)?.['type'] !== undefined;
}
