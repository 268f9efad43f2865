/** Where in a value something is. A place knows its parent, so a path costs nothing until somebody has to read it. */

export interface ValuePlace {
  readonly parent: ValuePlace | undefined;
  readonly key: string | number;
  /** Steps from the root. */
  readonly depth: number;
  /** The ancestor where the head of a shortened path ends: reaching it through a million parents takes too long. */
  readonly anchor: ValuePlace | undefined;
}

/** A path of more steps keeps this many at either end. */
const KEPT_STEPS = 8;
const MAX_KEY_LENGTH = 40;

export const ROOT: ValuePlace & { readonly parent: undefined } = Object.freeze({
  parent: undefined,
  key: '',
  depth: 0,
  anchor: undefined,
});

export function placeIn<P extends ValuePlace>(parent: P, key: string | number): ValuePlace & { readonly parent: P } {
  return { parent, key, depth: parent.depth + 1, anchor: parent.depth === KEPT_STEPS ? parent : parent.anchor };
}

/** `$.a[3].b`; a long one is shortened in the middle: `$.a.b…[3].c`. */
export function pathOf(place: ValuePlace): string {
  if (place.anchor === undefined || place.depth <= 2 * KEPT_STEPS) return `$${lastSteps(place, place.depth)}`;
  return `$${lastSteps(place.anchor, KEPT_STEPS)}…${lastSteps(place, KEPT_STEPS)}`;
}

function lastSteps(place: ValuePlace, count: number): string {
  const steps: string[] = [];
  let current: ValuePlace | undefined = place;
  for (let step = 0; step < count && current !== undefined; step++) {
    steps.unshift(stepText(current.key));
    current = current.parent;
  }
  return steps.join('');
}

function stepText(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  if (key.length > MAX_KEY_LENGTH) return `[${JSON.stringify(shortened(key))}]`;
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function shortened(key: string): string {
  const half = MAX_KEY_LENGTH / 2;
  return `${key.slice(0, half)}…${key.slice(-half)}`.toWellFormed(); // a cut can part a surrogate pair
}
