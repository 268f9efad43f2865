/** Puts a copied child into its container's copy. */
import type { Frame } from './copying.ts';
import type { JsonValue } from './json-value.ts';

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
