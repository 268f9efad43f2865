/** The state of one copy in progress: what may still be spent, what has been met, and the containers that are open. */
import type { JsonValue } from './json-value.ts';
import { LEAF_COST, MAX_COST, NOTE_RESERVE, REPEAT_COST } from './limits.ts';
import type { ValuePlace } from './place.ts';
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

/** A container that is being copied, and the place where it is. One flat object: a million may be open at a time. */
export interface Frame extends ValuePlace {
  readonly parent: Frame | undefined;
  readonly object: object;
  /** As in `ObjectParts`. */
  readonly keys: readonly string[] | undefined;
  readonly items: readonly unknown[] | undefined;
  readonly count: number;
  readonly target: JsonValue[] | { [key: string]: JsonValue };
  /** Where the same object was met first, when that was elsewhere. */
  readonly firstPlace: ValuePlace | undefined;
  readonly startsRepeat: boolean;
  readonly leftAtStart: number;
  /** The child whose turn it is. */
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
export function copyText(copying: Copying, place: ValuePlace, text: string): string {
  if (LEAF_COST + text.length > copying.left) {
    addChange(copying.changes, 'too-large', place);
    return spendText(copying, `[too large: ${text.length} characters]`);
  }
  if (text.isWellFormed()) return spendText(copying, text);
  addChange(copying.changes, 'lone-surrogate', place);
  return spendText(copying, text.toWellFormed());
}

/** For notes of our own, which are written even when nothing is left. */
export function spendText(copying: Copying, text: string): string {
  spend(copying, LEAF_COST + text.length);
  return text;
}
