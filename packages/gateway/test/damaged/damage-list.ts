/** Damages the list of a conversation as clients with a fault do: entries and parts lost, doubled or moved, fields of the wrong kind. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { Pick } from './conversation.ts';

type List = readonly JsonValue[];

/** One change of a list of entries or of parts. */
type ListDamage = (list: List, pick: Pick) => List;

const without = (list: List, at: number): List => list.filter((_, place) => place !== at);
const withAt = (list: List, at: number, ...added: List): List => [...list.slice(0, at), ...added, ...list.slice(at)];
const entryAt = (list: List, at: number): List => list.slice(at, at + 1);

const listDamages: Readonly<Record<string, ListDamage>> = {
  drop: (list, pick) => without(list, pick(list.length)),
  double: (list, pick) => {
    const at = pick(list.length);
    return withAt(list, at, ...entryAt(list, at));
  },
  move: (list, pick) => {
    const at = pick(list.length);
    return withAt(without(list, at), pick(list.length), ...entryAt(list, at));
  },
  repeatLater: (list, pick) => withAt(list, pick(list.length + 1), ...entryAt(list, pick(list.length))),
  swap: (list, pick) => {
    const at = pick(list.length);
    return withAt(without(list, at), at + 1, ...entryAt(list, at));
  },
  cutStart: (list, pick) => list.slice(pick(list.length)),
  cutEnd: (list, pick) => list.slice(0, 1 + pick(list.length)),
};

/** Those that only whole entries have. */
const entryDamages: Readonly<Record<string, ListDamage>> = {
  ...listDamages,
  merge: (list, pick) => {
    const at = pick(list.length);
    const [one, other] = list.slice(at, at + 2);
    if (!isObject(one) || !isObject(other) || !isMergeable(one, other)) return list;
    return [...list.slice(0, at), merged(one, other), ...list.slice(at + 2)];
  },
  split: (list, pick) => {
    const at = pick(list.length);
    const entry = list[at];
    const name = isObject(entry) ? Object.keys(entry).find((each) => isLong(entry[each])) : undefined;
    if (!isObject(entry) || name === undefined) return list;
    const parts = entry[name] as List;
    const halves = [parts.slice(0, 1), parts.slice(1)].map((half) => ({ ...entry, [name]: half }));
    return [...list.slice(0, at), ...halves, ...list.slice(at + 1)];
  },
};

/** Messages of the same speaker. Results in one message would be one result. */
function isMergeable(one: JsonObject, other: JsonObject): boolean {
  return one['role'] === other['role'] && one['role'] !== undefined && one['role'] !== 'tool';
}

/** The fields of both, their lists one after the other and their texts in one. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const both = Object.entries(other).map(([name, value = null]): readonly [string, JsonValue] => {
    const before = one[name];
    if (Array.isArray(before) && Array.isArray(value)) return [name, [...before, ...value]];
    if (name === 'content' && typeof before === 'string' && typeof value === 'string')
      return [name, `${before}\n${value}`];
    return [name, name === 'content' ? (before ?? value) : value];
  });
  return { ...one, ...Object.fromEntries(both) };
}

/** One change of a value, given all values of the conversation under the same name. */
type ValueDamage = (value: JsonValue, pick: Pick, peers: List) => JsonValue | undefined;

const valueDamages: Readonly<Record<string, ValueDamage>> = {
  missing: () => undefined,
  nothing: () => null,
  empty: () => '',
  blank: () => ' \n',
  inList: (value) => [value],
  inObject: (value) => (typeof value === 'string' ? { value } : value),
  asText: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parsed: (value) => parsed(value),
  asPart: (value) => (typeof value === 'string' ? [{ type: 'text', text: value }] : value),
  ofAnother: (value, pick, peers) => peers[pick(peers.length)] ?? value,
  cut: (value) => (typeof value === 'string' ? value.slice(0, -1) : value),
  number: (_, pick) => pick(9),
  flag: () => true,
  emptyList: () => [],
  emptyObject: () => ({}),
};

function parsed(value: JsonValue): JsonValue {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/** Values that a type or a role has in this API or in another. */
const words: Readonly<Record<string, readonly string[]>> = {
  role: ['user', 'assistant', 'model', 'tool', 'function', 'system', 'developer', 'ai', 'human', 'toolResult'],
  type: [
    ...['text', 'input_text', 'output_text', 'tool_use', 'tool_result', 'tool-call', 'tool-result', 'function'],
    ...['function_call', 'function_call_output', 'message', 'image', 'custom_tool_call'],
  ],
};

/** Where a value is: from the list down. */
type Place = readonly (string | number)[];

/** One to three changes of which entries and parts there are, and where. */
export function damageOrder(list: List, pick: Pick): List {
  return repeated(list, pick, (now) => {
    const lists = placesIn(now, []).filter((place) => place.length === 2 && isLong(valueAt(now, place), 1));
    if (pick(4) === 0) return moveBetween(now, lists, pick);
    return damageEntries(now, pick(2) === 0 ? [] : (lists[pick(lists.length)] ?? []), pick);
  });
}

/** One to three values that are missing, of another kind, or another's. */
export function damageFields(list: List, pick: Pick): List {
  return repeated(list, pick, (now) => {
    const places = placesIn(now, []);
    const place = places[pick(places.length)] ?? [0];
    const name = place.at(-1) ?? '';
    const known = words[name];
    if (known !== undefined && pick(2) === 0) return changed(now, place, known[pick(known.length)] ?? '') as List;
    const damage = oneOf(valueDamages, pick);
    const peers = places.filter((each) => each.at(-1) === name).map((each) => valueAt(now, each));
    return changed(now, place, damage?.(valueAt(now, place), pick, peers)) as List;
  });
}

function repeated(list: List, pick: Pick, damage: (list: List) => List): List {
  return Array.from({ length: 1 + pick(3) }).reduce<List>((now) => (now.length === 0 ? now : damage(now)), list);
}

function damageEntries(list: List, place: Place, pick: Pick): List {
  const entries = valueAt(list, place) as List;
  return changed(
    list,
    place,
    oneOf(place.length === 0 ? entryDamages : listDamages, pick)?.(entries, pick) ?? entries,
  ) as List;
}

/** A part that got into another entry. */
function moveBetween(list: List, lists: readonly Place[], pick: Pick): List {
  const [from, to] = [lists[pick(lists.length)], lists[pick(lists.length)]];
  // Parts go where parts are: a call into the list of another message's calls, a block into another content.
  if (from === undefined || to === undefined || from === to || from.at(-1) !== to.at(-1)) return list;
  const parts = valueAt(list, from) as List;
  const at = pick(parts.length);
  const taken = changed(list, from, without(parts, at));
  const target = valueAt(taken, to);
  if (!Array.isArray(target)) return list;
  return changed(taken, to, withAt(target, pick(target.length + 1), ...entryAt(parts, at))) as List;
}

function oneOf<T>(table: Readonly<Record<string, T>>, pick: Pick): T | undefined {
  const rows = Object.values(table);
  return rows[pick(rows.length)];
}

function placesIn(value: JsonValue, at: Place): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inside = Array.isArray(value)
    ? value.flatMap((entry, place) => placesIn(entry, [...at, place]))
    : Object.entries(value).flatMap(([name, entry = null]) => placesIn(entry, [...at, name]));
  return at.length === 0 ? inside : [at, ...inside];
}

function valueAt(value: JsonValue, place: Place): JsonValue {
  return place.reduce<JsonValue>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return null;
    return (inner as Readonly<Record<string | number, JsonValue>>)[name] ?? null;
  }, value);
}

/** The value with another one at this place; undefined: with nothing there. */
function changed(value: JsonValue, [name, ...rest]: Place, to: JsonValue | undefined): JsonValue {
  if (name === undefined) return to ?? null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const gone = rest.length === 0 && to === undefined;
    return value.flatMap((entry, at) => {
      if (at !== name) return [entry];
      return gone ? [] : [changed(entry, rest, to)];
    });
  }
  const { [name]: entry = null, ...others } = value as JsonObject;
  if (rest.length === 0 && to === undefined) return others;
  return { ...(value as JsonObject), [name]: changed(entry, rest, to) };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLong(value: JsonValue | undefined, least = 2): boolean {
  return Array.isArray(value) && value.length >= least;
}
