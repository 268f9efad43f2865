/** The keywords a dialect knows, and only with values of the kind it expects. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asBoolean, asNumber } from '../../json/json.ts';

export type ValueCheck = (value: JsonValue | undefined) => boolean;

export function picked(keywords: JsonObject, checks: Readonly<Record<string, ValueCheck>>): JsonObject {
  return Object.fromEntries(
    Object.entries(keywords).filter(([name, value]) => Object.hasOwn(checks, name) && checks[name]?.(value)),
  );
}

export const isNumber: ValueCheck = (value) => asNumber(value) !== undefined;
export const isCount: ValueCheck = (value) => Number.isInteger(value) && (asNumber(value) ?? -1) >= 0;
export const isText: ValueCheck = (value) => typeof value === 'string';
export const isFlag: ValueCheck = (value) => asBoolean(value) !== undefined;
export const isAnything: ValueCheck = () => true;
