/** Converts an object to what JSON can show: text for a date, a URL or bytes; a list or fields for everything else. */
import { base64 } from './base64.ts';
import type { ValueChangeKind } from './value-change.ts';

export interface Unwrapped {
  /** Absent for arrays and plain objects, which are unchanged. */
  readonly kind?: ValueChangeKind;
  /** A primitive value, an array, or an object whose fields are shown. */
  readonly value: unknown;
}

const boxes: readonly string[] = ['String', 'Number', 'Boolean', 'BigInt', 'Symbol'];

export function unwrapObject(object: object): Unwrapped {
  if (Array.isArray(object)) return { value: object };
  if (ArrayBuffer.isView(object)) {
    return { kind: 'binary', value: base64(new Uint8Array(object.buffer, object.byteOffset, object.byteLength)) };
  }
  // The tag also works for objects of another realm, where `instanceof` fails.
  const tag = Object.prototype.toString.call(object).slice(8, -1);
  switch (tag) {
    case 'ArrayBuffer':
    case 'SharedArrayBuffer':
      return { kind: 'binary', value: base64(Reflect.construct(Uint8Array, [object])) };
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
    case 'URL':
      return { kind: tag === 'URL' ? 'url' : 'regexp', value: String(object) };
  }
  if (boxes.includes(tag)) return { kind: 'boxed', value: object.valueOf() };
  if (tag === 'Error' || object instanceof Error) return { kind: 'error', value: errorFields(object) };
  const prototype: object | null = Object.getPrototypeOf(object);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null; // in any realm
  return isPlain ? { value: object } : { kind: 'class-instance', value: object };
}

/** The stack is left out: it is long, names local paths, and differs from run to run. */
function errorFields(error: object): object {
  const names = ['name', 'message', 'cause', 'errors', ...Object.keys(error)];
  const fields = names.map((name) => [name, Reflect.get(error, name)] as const);
  return Object.fromEntries(fields.filter(([name, value]) => name !== 'stack' && value !== undefined));
}
