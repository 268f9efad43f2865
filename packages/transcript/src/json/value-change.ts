/** The changes made to a value that JSON cannot carry unchanged, and their paths. */

/** Something of the value is missing in the copy; `more`: there were more changes than are listed. */
type Loss = 'circular' | 'more' | 'too-large' | 'unreadable';
type BuiltIn = 'binary' | 'boxed' | 'class-instance' | 'date' | 'error' | 'map' | 'regexp' | 'set' | 'to-json' | 'url';
type Primitive = 'bigint' | 'function' | 'lone-surrogate' | 'not-finite' | 'symbol' | 'undefined';

/** `deep`: nested so deeply that it is carried as JSON text. */
export type ValueChangeKind = BuiltIn | Loss | Primitive | 'deep';

export interface ValueChange {
  readonly kind: ValueChangeKind;
  /** The path in the copy, like `$.a[3].b`. For parts that were left out, it is the path of their container. */
  readonly path: string;
}

const MAX_PATH_STEPS = 16;
const MAX_KEY_LENGTH = 40;

/** `keys` lead from the root to the value. A long path ends with `…`. */
export function pathText(keys: readonly (string | number)[]): string {
  const steps = keys.slice(0, MAX_PATH_STEPS).map(stepText).join('');
  return `$${steps}${keys.length > MAX_PATH_STEPS ? '…' : ''}`;
}

function stepText(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  if (/^[\p{ID_Start}_$][\p{ID_Continue}$]{0,39}$/u.test(key)) return `.${key}`;
  const text = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key;
  return `[${JSON.stringify(text.toWellFormed())}]`;
}
