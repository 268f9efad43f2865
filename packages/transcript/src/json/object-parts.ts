/** Takes an object apart: into one primitive value (a date, bytes, a URL) or into the children that JSON will show. */
import { base64, base64Length } from './base64.ts';
import type { ValueChangeKind } from './value-change.ts';

export type ObjectParts = PrimitiveParts | ContainerParts;

interface PrimitiveParts {
  readonly kind: ValueChangeKind;
  readonly primitive: unknown;
}

export interface ContainerParts {
  /** Absent for arrays and plain objects. */
  readonly kind?: ValueChangeKind;
  /** The names of the children; absent for a list. */
  readonly keys?: readonly string[];
  readonly count: number;
  readonly read: (index: number) => unknown;
}

/** `byteLimit`: bytes whose text would be longer are not encoded. */
export function objectParts(object: object, byteLimit: number): ObjectParts {
  if (Array.isArray(object)) return listParts(object);
  if (ArrayBuffer.isView(object)) return bytesParts(object, byteLimit);
  // The tag also works for objects of another realm, where `instanceof` fails.
  const tag = Object.prototype.toString.call(object).slice(8, -1);
  try {
    const parts = builtInParts(object, tag, byteLimit);
    if (parts !== undefined) return parts;
  } catch {
    // Only its tag says that it is a built-in: an object like any other.
  }
  if (tag === 'Error' || tag === 'DOMException' || object instanceof Error) {
    return propertyParts(object, errorKeys(object), 'error');
  }
  return propertyParts(object, Object.keys(object), isPlainObject(object) ? undefined : 'class-instance');
}

export function listParts(items: readonly unknown[], kind?: ValueChangeKind): ContainerParts {
  return { ...(kind && { kind }), count: items.length, read: (index) => items[index] };
}

function propertyParts(object: object, keys: readonly string[], kind: ValueChangeKind | undefined): ContainerParts {
  const read = (index: number): unknown => Reflect.get(object, keys[index] ?? '');
  return { ...(kind && { kind }), keys, count: keys.length, read };
}

/** Uses the methods of the built-ins themselves, which throw for anything else. */
function builtInParts(object: object, tag: string, byteLimit: number): ObjectParts | undefined {
  switch (tag) {
    case 'Date': {
      const time = Reflect.apply(Date.prototype.getTime, object, []);
      return { kind: 'date', primitive: Number.isNaN(time) ? 'Invalid Date' : new Date(time).toISOString() };
    }
    case 'Map':
      return mapParts([...Reflect.apply(Map.prototype.entries, object, [])]);
    case 'Set':
      return listParts([...Reflect.apply(Set.prototype.values, object, [])], 'set');
    case 'RegExp':
      return { kind: 'regexp', primitive: Reflect.apply(RegExp.prototype.toString, object, []) };
    case 'URL':
      return { kind: 'url', primitive: String(object) };
    case 'ArrayBuffer':
    case 'SharedArrayBuffer':
      return bytesParts(Reflect.construct(Uint8Array, [object]), byteLimit);
    default: {
      const box = boxes.get(tag);
      return box && { kind: 'boxed', primitive: Reflect.apply(box.valueOf, object, []) };
    }
  }
}

const boxes: ReadonlyMap<string, { valueOf(): unknown }> = new Map<string, { valueOf(): unknown }>(
  [String, Number, Boolean, BigInt, Symbol].map(({ name, prototype }) => [name, prototype]),
);

function mapParts(entries: readonly (readonly [unknown, unknown])[]): ContainerParts {
  const keys = entries.map(([key]) => key).filter((key) => typeof key === 'string');
  if (keys.length < entries.length) return listParts(entries, 'map');
  return { kind: 'map', keys, count: keys.length, read: (index) => entries[index]?.[1] };
}

function bytesParts({ buffer, byteOffset, byteLength }: ArrayBufferView, limit: number): PrimitiveParts {
  if (base64Length(byteLength) > limit) return { kind: 'too-large', primitive: `[too large: ${byteLength} bytes]` };
  return { kind: 'binary', primitive: base64(new Uint8Array(buffer, byteOffset, byteLength)) };
}

/** Without the stack: it is long, names local paths, and differs from run to run. */
function errorKeys(error: object): readonly string[] {
  const hidden = ['cause', 'errors'].filter((key) => Object.hasOwn(error, key));
  const keys = new Set(['name', 'message', ...hidden, ...Object.keys(error)]);
  keys.delete('stack');
  return [...keys];
}

/** Of any realm: the prototype is missing or is the end of the chain. */
function isPlainObject(object: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
