/** Values and comparisons that several of these tests need. */
import type { JsonValue } from '../../src/json/json-value.ts';

/** `[[[…value…]]]`, `levels` arrays deep. */
export function nested(levels: number, value: JsonValue): JsonValue;
export function nested(levels: number, value: unknown): unknown;
export function nested(levels: number, value: unknown): unknown {
  let result = value;
  for (let level = 0; level < levels; level++) result = [result];
  return result;
}

/** Equal for JSON: own keys and their values, whatever the prototype; -0 is 0. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(Reflect.get(one, key), Reflect.get(other, key)))
  );
}

export function deepFreeze(value: unknown, frozen: Set<object> = new Set()): void {
  if (!isObject(value) || frozen.has(value)) return;
  frozen.add(value);
  if (value instanceof Map || value instanceof Set) {
    for (const [key, item] of value.entries()) {
      deepFreeze(key, frozen);
      deepFreeze(item, frozen);
    }
  }
  for (const key of Reflect.ownKeys(value)) deepFreeze(Reflect.get(value, key), frozen);
  if (!ArrayBuffer.isView(value)) Object.freeze(value); // an array over a buffer cannot be frozen
}

/** The objects and arrays that are part of both values. */
export function containersInBoth(one: unknown, other: unknown): readonly object[] {
  const ofOther = containersOf(other);
  return [...containersOf(one)].filter((container) => ofOther.has(container));
}

function containersOf(value: unknown, found: Set<object> = new Set()): Set<object> {
  if (!isObject(value) || found.has(value)) return found;
  found.add(value);
  for (const item of Object.values(value)) containersOf(item, found);
  return found;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
