/** What was changed in a value that JSON cannot carry unchanged, and where. */

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
  /** Where in the copy, like `$.a[3].b`. For parts that were left out: the path of their container. */
  readonly path: string;
}

const MAX_PATH_STEPS = 16;
const MAX_KEY_LENGTH = 40;

/** The path of a child, `depth` steps from the root. A long path ends with `…`. */
export function childPath(parent: string, key: string | number, depth: number): string {
  if (depth > MAX_PATH_STEPS) return parent.endsWith('…') ? parent : `${parent}…`;
  if (typeof key === 'number') return `${parent}[${key}]`;
  if (/^[\p{ID_Start}_$][\p{ID_Continue}$]{0,39}$/u.test(key)) return `${parent}.${key}`;
  const text = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key;
  return `${parent}[${JSON.stringify(text.toWellFormed())}]`;
}
