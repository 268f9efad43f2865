/** Takes an object apart into the children that JSON will see, whatever kind of object it is. */
import type { ValueChangeKind } from './value-change.ts';

export interface ObjectParts {
  /** What is said about taking it apart. Nothing for arrays and plain objects. */
  readonly kinds: readonly ValueChangeKind[];
  /** The names of the children; absent when they form a list. */
  readonly keys: readonly string[] | undefined;
  readonly count: number;
  /** Reading may run a getter or a proxy's trap, and throw. */
  readonly read: (index: number) => unknown;
}

export function objectParts(object: object, tag: string): ObjectParts {
  if (Array.isArray(object)) return list(object, []);
  const collected = tag === 'Map' ? mapParts(object) : tag === 'Set' ? setParts(object) : undefined;
  if (collected !== undefined) return collected;
  if (tag === 'Error' || object instanceof Error) return record(object, errorKeys(object), ['error']);
  return record(object, Object.keys(object), isPlain(object) ? [] : ['class-instance']);
}

function list(items: readonly unknown[], kinds: readonly ValueChangeKind[]): ObjectParts {
  // A proxy can give anything as a length; holes read as undefined.
  return { kinds, keys: undefined, count: Number(items.length), read: (index) => items[index] };
}

function record(object: object, keys: readonly string[], kinds: readonly ValueChangeKind[]): ObjectParts {
  const hasSymbols = Object.getOwnPropertySymbols(object).length > 0;
  return {
    kinds: hasSymbols ? [...kinds, 'symbol'] : kinds,
    keys,
    count: keys.length,
    read: (index) => Reflect.get(object, keys[index] ?? ''),
  };
}

function mapParts(object: object): ObjectParts | undefined {
  const entries: [unknown, unknown][] = [];
  const collected = collect(Map.prototype.forEach, object, (value, key) => entries.push([key, value]));
  if (!collected) return undefined;
  const keys = entries.map(([key]) => key).filter((key) => typeof key === 'string');
  if (keys.length < entries.length) return list(entries, ['map']);
  return { kinds: ['map'], keys, count: keys.length, read: (index) => entries[index]?.[1] };
}

function setParts(object: object): ObjectParts | undefined {
  const items: unknown[] = [];
  return collect(Set.prototype.forEach, object, (item) => items.push(item)) ? list(items, ['set']) : undefined;
}

/** False for what only calls itself a Map or a Set, which is then an object like any other. */
function collect(
  forEach: (visit: (value: unknown, key: unknown) => void) => void,
  object: object,
  visit: (value: unknown, key: unknown) => void,
): boolean {
  try {
    Reflect.apply(forEach, object, [visit]);
    return true;
  } catch {
    return false;
  }
}

/** The stack is left out: it is long, it names local paths, and it differs from run to run. */
function errorKeys(error: object): readonly string[] {
  const hidden = ['cause', 'errors'].filter((key) => Object.hasOwn(error, key));
  const keys = new Set(['name', 'message', ...hidden, ...Object.keys(error)]);
  keys.delete('stack');
  return [...keys];
}

/** Of any realm: the prototype is missing or is itself at the end of the chain. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return typeof prototype !== 'object' || prototype === null || Object.getPrototypeOf(prototype) === null;
}
