/**
 * Reads untrusted data. A getter, a proxy or a revoked proxy may throw on any access, even from `Array.isArray`; here a throw
 * becomes a value, so that callers need no `try`.
 */

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Stands for a value whose access threw. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

export function kindOf(value: unknown): 'object' | 'array' | 'other' | 'unreadable' {
  if (typeof value !== 'object' || value === null) return 'other';
  try {
    return Array.isArray(value) ? 'array' : 'object';
  } catch {
    return 'unreadable';
  }
}

export function isRecord(value: unknown): value is JsonRecord {
  return kindOf(value) === 'object';
}

export function isList(value: unknown): value is readonly unknown[] {
  return kindOf(value) === 'array';
}

export function readField(owner: JsonRecord, name: string): unknown {
  try {
    return owner[name];
  } catch {
    return UNREADABLE;
  }
}

export function readItem(list: readonly unknown[], index: number): unknown {
  try {
    return list[index];
  } catch {
    return UNREADABLE;
  }
}

/** Unknown rather than number: a proxy may claim any length. */
export function readLength(list: readonly unknown[]): unknown {
  try {
    return list.length;
  } catch {
    return UNREADABLE;
  }
}

export function readKeys(owner: object): readonly string[] | undefined {
  try {
    return Object.keys(owner);
  } catch {
    return undefined;
  }
}

/** For a second look: a throw is reported where the field itself is read. */
export function peekField(owner: JsonRecord, name: string): unknown {
  const value = readField(owner, name);
  return value === UNREADABLE ? undefined : value;
}

export function peekItem(list: readonly unknown[], index: number): unknown {
  const value = readItem(list, index);
  return value === UNREADABLE ? undefined : value;
}
