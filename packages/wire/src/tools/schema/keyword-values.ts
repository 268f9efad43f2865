/** Values of keywords: only those of the type a dialect expects, and without duplicates. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asBoolean, asNumber } from '../../json/json.ts';
import type { SchemaBudget } from './schema-budget.ts';

export type ValueCheck = (value: JsonValue | undefined) => boolean;

export function pick(keywords: JsonObject, checks: Readonly<Record<string, ValueCheck>>): JsonObject {
  return Object.fromEntries(
    Object.entries(keywords).filter(([name, value]) => Object.hasOwn(checks, name) && checks[name]?.(value)),
  );
}

export const isNumber: ValueCheck = (value) => asNumber(value) !== undefined;
export const isCount: ValueCheck = (value) => Number.isInteger(value) && (asNumber(value) ?? -1) >= 0;
export const isText: ValueCheck = (value) => typeof value === 'string';
export const isFlag: ValueCheck = (value) => asBoolean(value) !== undefined;
export const isAnything: ValueCheck = () => true;

/** Duplicates stay when the budget does not allow to search for them. */
export function distinct<T extends JsonValue>(values: readonly T[], budget?: SchemaBudget): readonly T[] {
  if (values.length < 2) return values;
  if (budget?.spend(budget.weightOf(values)) === false) return values;
  if (values.every(isText) && new Set(values).size === values.length) return values;
  const found = new Map<JsonValue, T>();
  for (const value of values) {
    const key = identityOf(value);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

/** Values too deep for `JSON.stringify` only equal themselves. */
export function identityOf(value: JsonValue): JsonValue {
  try {
    return JSON.stringify(value);
  } catch {
    return value;
  }
}
