/**
 * Copies any value into one that JSON can carry, and says what it had to change. The open containers are frames on a
 * chain instead of calls on the stack, so that a value a million levels deep is copied like any other.
 */
import { copyChild } from './copy-child.ts';
import { type Copying, copyText, type Frame, spend, spendText, startCopying } from './copying.ts';
import { jsonText } from './json-text.ts';
import type { JsonValue } from './json-value.ts';
import { MAX_DEPTH } from './limits.ts';
import { placeIn, ROOT } from './place.ts';
import { addChange, NO_CHANGES, type ValueChange } from './value-change.ts';

export interface CleanJson {
  readonly value: JsonValue;
  /** Empty when nothing had to be changed. */
  readonly changes: readonly ValueChange[];
}

export function copyJson(value: unknown): CleanJson {
  const copying = startCopying();
  const root = copyChild(copying, ROOT, () => value);
  const copy = typeof root === 'object' && root !== null ? fill(copying, root) : (root ?? null);
  return { value: copy, changes: copying.changes.length === 0 ? NO_CHANGES : copying.changes };
}

function fill(copying: Copying, root: Frame): JsonValue {
  let frame = root;
  for (;;) {
    if (frame.next < frame.count) {
      frame = copyNext(copying, frame);
    } else {
      const value = closeFrame(copying, frame);
      if (frame.parent === undefined) return value;
      addTo(frame.parent, frame.key, value);
      frame = frame.parent;
    }
  }
}

/** Copies the next child; returns its frame when it has one, to be filled before the next child's turn. */
function copyNext(copying: Copying, frame: Frame): Frame {
  const key = frame.keys?.[frame.next];
  if (copying.left <= (key?.length ?? 0)) return cutShort(copying, frame);
  const index = frame.next++;
  const name = key === undefined ? index : nameIn(frame, key);
  const place = placeIn(frame, name);
  if (typeof name === 'string') spend(copying, name.length);
  if (key?.isWellFormed() === false) addChange(copying.changes, 'lone-surrogate', place);
  const child = copyChild(copying, place, () => readChild(frame, index, key));
  if (typeof child === 'object' && child !== null) return child;
  addTo(frame, name, child);
  return frame;
}

/** Getters that go on for ever end at `MAX_DEPTH`; reading them down to the end of the text takes gigabytes. */
function readChild(frame: Frame, index: number, key: string | undefined): unknown {
  if (frame.items !== undefined) return frame.items[index];
  if (key === undefined) return undefined;
  if (frame.depth >= MAX_DEPTH && Object.getOwnPropertyDescriptor(frame.object, key)?.get !== undefined) {
    throw new Error(`a getter below ${MAX_DEPTH} levels`);
  }
  return Reflect.get(frame.object, key);
}

/** Leaves out the rest of a container when nothing is left to spend, and says so inside it: the model reads that. */
function cutShort(copying: Copying, frame: Frame): Frame {
  const note = spendText(copying, `[too large: ${frame.count - frame.next} more]`);
  frame.next = frame.count;
  frame.suffixes ??= new Map(); // the name of the note may be taken
  addTo(frame, nameIn(frame, '[too large]'), note);
  addChange(copying.changes, 'too-large', frame);
  return frame;
}

function closeFrame(copying: Copying, frame: Frame): JsonValue {
  const { target } = frame;
  const value = frame.depth === MAX_DEPTH ? copyText(copying, frame, jsonText(target)) : target;
  frame.open = false;
  frame.cost = frame.leftAtStart - copying.left;
  if (frame.startsRepeat) copying.repeating = false;
  return value;
}

/** The name a child gets: well-formed, and its own even where two names became equal. */
function nameIn(frame: Frame, key: string): string {
  if (frame.suffixes === undefined && key.isWellFormed()) return key;
  frame.suffixes ??= new Map();
  const name = key.toWellFormed();
  if (!Object.hasOwn(frame.target, name)) return name;
  let suffix = frame.suffixes.get(name) ?? 2;
  while (Object.hasOwn(frame.target, `${name}~${suffix}`)) suffix += 1;
  frame.suffixes.set(name, suffix + 1);
  return `${name}~${suffix}`;
}

/** A missing value leaves no property behind, but keeps its position in a list. */
function addTo(frame: Frame, key: string | number, value: JsonValue | undefined): void {
  const { target } = frame;
  if (Array.isArray(target)) {
    target.push(value ?? null);
  } else if (value !== undefined) {
    // An assignment to `__proto__` would set the prototype instead.
    if (key !== '__proto__') target[key] = value;
    else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  }
}
