/** Whether a value is nested too deep: recursive code would run out of stack. */
import type { JsonValue } from '@interlock/transcript';

const deepest = 256;

export function isTooDeep(value: JsonValue, left: number = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof each === 'object' && isTooDeep(each, left - 1)) return true;
  }
  return false;
}

export const tooDeep: string = `The body is nested more than ${deepest} levels deep.`;
