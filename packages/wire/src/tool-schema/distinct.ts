/** Values without repetitions, in their order. */
import type { JsonValue } from '@interlock/transcript';

export function distinct<T extends JsonValue>(values: readonly T[]): readonly T[] {
  if (values.length < 2) return values;
  const found = new Map<JsonValue, T>();
  for (const value of values) {
    const key = identityOf(value);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

/** Values too deep for `JSON.stringify` are only equal to themselves. */
export function identityOf(value: JsonValue): JsonValue {
  try {
    return JSON.stringify(value);
  } catch {
    return value;
  }
}
