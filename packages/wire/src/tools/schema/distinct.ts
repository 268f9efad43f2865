/** Values without repetitions, in their order. */
import type { JsonValue } from '@interlock/transcript';
import type { SchemaBudget } from './schema-budget.ts';

/** Repetitions stay when there is not enough left to look for them. */
export function distinct<T extends JsonValue>(values: readonly T[], budget?: SchemaBudget): readonly T[] {
  if (values.length < 2) return values;
  if (budget?.spend(budget.weightOf(values)) === false) return values;
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
