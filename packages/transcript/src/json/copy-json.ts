/**
 * Copies any value into one that JSON can carry, and says what it had to change. The open containers are frames on a
 * chain instead of calls on the stack, so that a value a million levels deep is copied like any other.
 */
import { copyChild } from './copy-child.ts';
import { addTo, type Copying, copyText, type Frame, nameIn, spend, spendText, startCopying } from './copying.ts';
import { jsonText } from './json-text.ts';
import type { JsonValue } from './json-value.ts';
import { MAX_DEPTH } from './limits.ts';
import { placeIn, ROOT } from './place.ts';
import { addChange, NO_CHANGES, type ValueChange } from './value-change.ts';

export interface CleanJson {
  readonly value: JsonValue;
  /** Empty when the value is what it was. */
  readonly changes: readonly ValueChange[];
}

export function copyJson(value: unknown): CleanJson {
  const copying = startCopying();
  const root = copyChild(copying, ROOT, undefined, () => value);
  const copy = typeof root === 'object' && root !== null ? copyFrame(copying, root) : (root ?? null);
  return { value: copy, changes: copying.changes.length === 0 ? NO_CHANGES : copying.changes };
}

function copyFrame(copying: Copying, root: Frame): JsonValue {
  let frame = root;
  for (;;) {
    if (frame.next < frame.parts.count) {
      frame = copyNext(copying, frame);
    } else {
      const value = closeFrame(copying, frame);
      if (frame.outer === undefined) return value;
      addTo(frame.outer, frame.place.key, value);
      frame = frame.outer;
    }
  }
}

/** Copies the next child; returns its frame when it has one, to be filled before the next child's turn. */
function copyNext(copying: Copying, frame: Frame): Frame {
  const index = frame.next;
  const key = frame.parts.keys?.[index];
  if (copying.left <= (key?.length ?? 0)) return cutShort(copying, frame);
  frame.next += 1;
  const name = key === undefined ? index : nameIn(frame, key);
  const place = placeIn(frame.place, name);
  if (typeof name === 'string') spend(copying, name.length);
  if (key !== undefined && !key.isWellFormed()) addChange(copying.changes, 'lone-surrogate', place);
  const child = copyChild(copying, place, frame, () => frame.parts.read(index));
  if (typeof child === 'object' && child !== null) return child;
  addTo(frame, name, child);
  return frame;
}

/** Leaves out the rest of a container when nothing is left to spend, and says so inside it: the model reads that. */
function cutShort(copying: Copying, frame: Frame): Frame {
  const note = spendText(copying, `[too large: ${frame.parts.count - frame.next} more]`);
  frame.next = frame.parts.count;
  addChange(copying.changes, 'too-large', frame.place);
  frame.suffixes ??= new Map(); // the name of the note may be taken
  addTo(frame, nameIn(frame, '[too large]'), note);
  return frame;
}

function closeFrame(copying: Copying, frame: Frame): JsonValue {
  const { target, place } = frame;
  const value = place.depth === MAX_DEPTH ? copyText(copying, place, jsonText(target)) : target;
  frame.open = false;
  frame.cost = frame.leftAtStart - copying.left;
  if (frame.startsRepeat) copying.repeating = false;
  return value;
}
