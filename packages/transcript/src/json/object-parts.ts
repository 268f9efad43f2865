/** Takes an object apart into the children that JSON will see, whatever kind of object it is. */
import type { ValueChangeKind } from './value-change.ts';

export interface ObjectParts {
  /** What is said about taking it apart. Nothing for arrays and plain objects. */
  readonly kinds: readonly ValueChangeKind[];
  /** The names of the children; absent when they form a list. */
  readonly keys: readonly string[] | undefined;
  /** The children; absent when they are properties, to be read one by one. */
  readonly items: readonly unknown[] | undefined;
  readonly count: number;
}

const NOTHING: readonly ValueChangeKind[] = [];
const MAX_PROTOTYPES = 100;

export function objectParts(object: object, tag: string): ObjectParts {
  if (Array.isArray(object)) return list(object, NOTHING);
  const collected = tag === 'Map' ? mapParts(object) : tag === 'Set' ? setParts(object) : undefined;
  if (collected !== undefined) return collected;
  if (tag === 'Error' || isErrorByPrototype(object)) return properties(object, errorKeys(object), ['error']);
  return properties(object, Object.keys(object), isPlain(object) ? NOTHING : ['class-instance']);
}

function list(items: readonly unknown[], kinds: readonly ValueChangeKind[]): ObjectParts {
  return { kinds, keys: undefined, items, count: Number(items.length) }; // a proxy can give anything as a length
}

function properties(object: object, keys: readonly string[], kinds: readonly ValueChangeKind[]): ObjectParts {
  const hasSymbols = Object.getOwnPropertySymbols(object).length > 0;
  return { kinds: hasSymbols ? [...kinds, 'symbol'] : kinds, keys, items: undefined, count: keys.length };
}

function mapParts(object: object): ObjectParts | undefined {
  const pairs: (readonly [unknown, unknown])[] = [];
  if (!collect(Map.prototype.forEach, object, (value, key) => pairs.push([key, value]))) return undefined;
  const keys = pairs.map(([key]) => key).filter((key) => typeof key === 'string');
  if (keys.length < pairs.length) return list(pairs, ['map']);
  return { kinds: ['map'], keys, items: pairs.map(([, value]) => value), count: keys.length };
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

/** Not `instanceof`: a proxy can have a chain of prototypes without an end. */
function isErrorByPrototype(object: object): boolean {
  let prototype: object | null = Object.getPrototypeOf(object);
  for (let step = 0; step < MAX_PROTOTYPES && prototype !== null; step++) {
    if (prototype === Error.prototype) return true;
    prototype = Object.getPrototypeOf(prototype);
  }
  return false;
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
  const prototype: object | null = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
