/** What became of a value that JSON cannot carry as it is: said once per place, and never at a length that matters. */
import { pathOf, type ValuePlace } from './place.ts';

export type ValueChangeKind =
  | 'bigint'
  | 'binary'
  | 'boxed'
  | 'circular'
  | 'class-instance'
  | 'date'
  | 'deep'
  | 'error'
  | 'function'
  | 'lone-surrogate'
  | 'map'
  | 'more' // there were more changes than are listed
  | 'not-finite'
  | 'regexp'
  | 'repeated'
  | 'set'
  | 'symbol'
  | 'to-json'
  | 'too-large'
  | 'undefined'
  | 'unreadable'
  | 'url';

export interface ValueChange {
  readonly kind: ValueChangeKind;
  /** Where in the copy, like `$.a[3].b`. The place of the container for what was left out of one. */
  readonly path: string;
}

export const MAX_CHANGES = 20;

export const NO_CHANGES: readonly ValueChange[] = Object.freeze([]);

/** Adds to the list that one conversion is building. Paths are only written for the changes that are kept. */
export function addChange(changes: ValueChange[], kind: ValueChangeKind, place: ValuePlace): void {
  if (changes.length < MAX_CHANGES) changes.push({ kind, path: pathOf(place) });
  else if (changes.length === MAX_CHANGES) changes.push({ kind: 'more', path: '$' });
}
