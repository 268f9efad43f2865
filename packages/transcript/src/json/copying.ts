/** The state of one copy in progress: what may still be spent, what has been met, and the containers that are open. */
import type { JsonValue } from './json-value.ts';
import { MAX_COST, NODE_COST, NOTE_RESERVE, REPEAT_COST } from './limits.ts';
import type { ObjectParts } from './object-parts.ts';
import type { Place } from './place.ts';
import { addChange, type ValueChange } from './value-change.ts';

export interface Copying {
  readonly changes: ValueChange[];
  /** The latest frame of every object met so far. */
  readonly met: Map<object, Frame>;
  left: number;
  repeatLeft: number;
  /** Inside an object that was copied before, elsewhere. */
  repeating: boolean;
}

/** A container that is being copied. */
export interface Frame {
  readonly place: Place;
  readonly outer: Frame | undefined;
  readonly parts: ObjectParts;
  readonly target: JsonValue[] | { [key: string]: JsonValue };
  /** Where the same object was met first. */
  readonly firstPlace: Place;
  readonly startsRepeat: boolean;
  readonly leftAtStart: number;
  next: number;
  open: boolean;
  /** Of everything in it, known once it is closed. */
  cost: number;
  /** The next free suffix of names that are taken; absent until a name had to be changed. */
  suffixes: Map<string, number> | undefined;
}

export function startCopying(): Copying {
  return { changes: [], met: new Map(), left: MAX_COST - NOTE_RESERVE, repeatLeft: REPEAT_COST, repeating: false };
}

export function spend(copying: Copying, cost: number): void {
  copying.left -= cost;
  if (copying.repeating) copying.repeatLeft -= cost;
}

/** Every string of the copy comes through here, so that none is malformed or more than fits. */
export function copyText(copying: Copying, place: Place, text: string): string {
  if (NODE_COST + text.length > copying.left) {
    addChange(copying.changes, 'too-large', place);
    return spendText(copying, `[too large: ${text.length} characters]`);
  }
  if (text.isWellFormed()) return spendText(copying, text);
  addChange(copying.changes, 'lone-surrogate', place);
  return spendText(copying, text.toWellFormed());
}

/** For notes of our own, which are written even when nothing is left. */
export function spendText(copying: Copying, text: string): string {
  spend(copying, NODE_COST + text.length);
  return text;
}

/** The name a child gets: well-formed, and its own even where two names became equal. */
export function nameIn(frame: Frame, key: string): string {
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
export function addTo(frame: Frame, key: string | number, value: JsonValue | undefined): void {
  const { target } = frame;
  if (Array.isArray(target)) {
    target.push(value ?? null);
  } else if (value !== undefined) {
    // An assignment to `__proto__` would set the prototype instead.
    if (key !== '__proto__') target[key] = value;
    else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  }
}
