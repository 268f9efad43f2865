/**
 * Tells whether a value can be sent as it is. Nearly every value can, and each is checked on every render, so this allocates nothing:
 * shared objects are visited again, and cycles end at the depth limit. Symbol keys and extra names on arrays never reach the JSON.
 */
import type { JsonValue } from './json-value.ts';

/** Containers inside containers. Parsers of providers and recursive writers fail somewhere above this. */
export const MAX_DEPTH = 500;

/** What a leaf costs in addition to its characters. 6 * (LEAF_COST + length) is never less than the length of its JSON text. */
export const LEAF_COST = 16;

/** What an array or an object costs in addition to its children. */
export const CONTAINER_COST = 32;

/** Some four million leaves, at most 403 million characters of JSON: a request body is one string, and V8's longest has 2^29. */
export const MAX_COST: number = 2 ** 26;

export function isCleanJson(value: unknown): value is JsonValue {
  try {
    return (isContainer(value) ? leftAfterContainer(value, 0, MAX_COST) : leftAfterLeaf(value, MAX_COST)) >= 0;
  } catch {
    return false; // a getter threw
  }
}

/** What is left to spend after `value`; negative when it costs too much or is not clean. */
function leftAfterContainer(value: object, depth: number, budget: number): number {
  if (depth >= MAX_DEPTH || hasToJson(value)) return -1;
  let left = budget - CONTAINER_COST;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) {
      const item: unknown = value[index]; // `undefined` for a hole, which is not clean
      left = isContainer(item) ? leftAfterContainer(item, depth + 1, left) : leftAfterLeaf(item, left);
    }
    return left;
  }
  if (!isPlainObject(value)) return -1;
  for (const key in value) {
    if (left < 0 || !isCleanKey(key)) return -1;
    const item = value[key];
    left -= key.length;
    left = isContainer(item) ? leftAfterContainer(item, depth + 1, left) : leftAfterLeaf(item, left);
  }
  return left;
}

function leftAfterLeaf(value: unknown, left: number): number {
  if (typeof value === 'string') return value.isWellFormed() ? left - LEAF_COST - value.length : -1;
  if (typeof value === 'number') return Number.isFinite(value) ? left - LEAF_COST : -1;
  return value === null || typeof value === 'boolean' ? left - LEAF_COST : -1;
}

/** Keys are short, and looking at a few characters is quicker than the native call. */
function isCleanKey(key: string): boolean {
  if (key.length > 12) return key.isWellFormed();
  for (let index = 0; index < key.length; index++) {
    if (key.charCodeAt(index) >= 0xd800) return key.isWellFormed();
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasToJson(value: { readonly toJSON?: unknown }): boolean {
  return typeof value.toJSON === 'function';
}

function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
