/** Converts an object to what JSON can show: text for a date, a URL or bytes; a list or fields for everything else. */
import { base64, base64Length } from './base64.ts';
import type { ValueChangeKind } from './value-change.ts';

export interface Unwrapped {
  /** Absent for arrays and plain objects, which are unchanged. */
  readonly kind?: ValueChangeKind;
  /** A primitive value, an array, or an object whose fields are shown. */
  readonly value: unknown;
  /** The fields to show; default: all. */
  readonly keys?: readonly string[];
}

/** `byteLimit`: bytes whose text would be longer are not encoded. */
export function unwrapObject(object: object, byteLimit: number): Unwrapped {
  if (Array.isArray(object)) return { value: object };
  if (ArrayBuffer.isView(object)) return unwrapBytes(object, byteLimit);
  // The tag also works for objects of another realm, where `instanceof` fails.
  const tag = Object.prototype.toString.call(object).slice(8, -1);
  try {
    const unwrapped = unwrapBuiltIn(object, tag, byteLimit);
    if (unwrapped !== undefined) return unwrapped;
  } catch {
    // Only the tag looks like a built-in: a plain object.
  }
  if (tag === 'Error' || tag === 'DOMException' || object instanceof Error) {
    return { kind: 'error', value: object, keys: errorKeys(object) };
  }
  const prototype: object | null = Object.getPrototypeOf(object);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null; // in any realm
  return isPlain ? { value: object } : { kind: 'class-instance', value: object };
}

/** Calls the built-in methods directly; they throw for anything else. */
function unwrapBuiltIn(object: object, tag: string, byteLimit: number): Unwrapped | undefined {
  switch (tag) {
    case 'Date': {
      const time = Date.prototype.getTime.call(object);
      return { kind: 'date', value: Number.isNaN(time) ? 'Invalid Date' : new Date(time).toISOString() };
    }
    case 'Map': {
      const entries = [...Map.prototype.entries.call(object)];
      const isNamed = entries.every(([key]) => typeof key === 'string');
      return { kind: 'map', value: isNamed ? Object.fromEntries(entries) : entries };
    }
    case 'Set':
      return { kind: 'set', value: [...Set.prototype.values.call(object)] };
    case 'RegExp':
      return { kind: 'regexp', value: RegExp.prototype.toString.call(object) };
    case 'URL':
      return { kind: 'url', value: String(object) };
    case 'ArrayBuffer':
    case 'SharedArrayBuffer':
      return unwrapBytes(Reflect.construct(Uint8Array, [object]), byteLimit);
    default: {
      const box = [String, Number, Boolean, BigInt, Symbol].find(({ name }) => name === tag);
      return box && { kind: 'boxed', value: Reflect.apply(box.prototype.valueOf, object, []) };
    }
  }
}

function unwrapBytes({ buffer, byteOffset, byteLength }: ArrayBufferView, limit: number): Unwrapped {
  if (base64Length(byteLength) > limit) return { kind: 'too-large', value: `[too large: ${byteLength} bytes]` };
  return { kind: 'binary', value: base64(new Uint8Array(buffer, byteOffset, byteLength)) };
}

/** Without the stack: it is long, names local paths, and differs from run to run. */
function errorKeys(error: object): readonly string[] {
  const hidden = ['cause', 'errors'].filter((key) => Object.hasOwn(error, key));
  const keys = new Set(['name', 'message', ...hidden, ...Object.keys(error)]);
  keys.delete('stack');
  return [...keys];
}
