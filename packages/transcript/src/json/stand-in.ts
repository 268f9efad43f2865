/** Objects that stand for a single value: dates, bytes, addresses, patterns, boxed primitives. */
import { base64, base64Length } from './base64.ts';
import type { ValueChangeKind } from './value-change.ts';

export interface StandIn {
  readonly kind: ValueChangeKind;
  /** A primitive, though not always one that JSON has. */
  readonly value: unknown;
}

const BOXES: ReadonlyMap<string, { valueOf(): unknown }> = new Map<string, { valueOf(): unknown }>([
  ['String', String.prototype],
  ['Number', Number.prototype],
  ['Boolean', Boolean.prototype],
  ['BigInt', BigInt.prototype],
  ['Symbol', Symbol.prototype],
]);

/** What a built-in calls itself: `Date`, `Map`, …. Unlike `instanceof` it holds for objects of another realm too. */
export function tagOf(object: object): string {
  return Object.prototype.toString.call(object).slice(8, -1);
}

/** `limit` is how long the text may be: bytes beyond it are not even encoded. */
export function standInFor(object: object, tag: string, limit: number): StandIn | undefined {
  try {
    if (ArrayBuffer.isView(object)) return standInForBytes(object, limit);
    if (isBuffer(object, tag)) return standInForBytes(new DataView(object), limit);
    const box = BOXES.get(tag);
    if (box !== undefined) return { kind: 'boxed', value: Reflect.apply(box.valueOf, object, []) };
    return standInForTag(object, tag);
  } catch {
    return undefined; // only calls itself that: the built-in's own method does not take it
  }
}

function standInForTag(object: object, tag: string): StandIn | undefined {
  switch (tag) {
    case 'Date':
      return { kind: 'date', value: dateText(Reflect.apply(Date.prototype.getTime, object, [])) };
    case 'RegExp':
      return { kind: 'regexp', value: Reflect.apply(RegExp.prototype.toString, object, []) };
    case 'URL': {
      const href: unknown = Reflect.get(object, 'href');
      return typeof href === 'string' ? { kind: 'url', value: href } : undefined;
    }
    default:
      return undefined;
  }
}

function dateText(time: number): string {
  return Number.isNaN(time) ? 'Invalid Date' : new Date(time).toISOString();
}

/** By its tag alone; `DataView` refuses an impostor. */
function isBuffer(_object: object, tag: string): _object is ArrayBuffer {
  return tag === 'ArrayBuffer' || tag === 'SharedArrayBuffer';
}

function standInForBytes(view: ArrayBufferView, limit: number): StandIn {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return base64Length(bytes.length) > limit
    ? { kind: 'too-large', value: `[too large: ${bytes.length} bytes]` }
    : { kind: 'binary', value: base64(bytes) };
}
