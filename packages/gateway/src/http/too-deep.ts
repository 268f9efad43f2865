/** Whether a body is nested too deep: recursive code would run out of stack. */
import type { JsonValue } from '@interlock/transcript';
import { isNestedDeeper } from '@interlock/wire';

const deepest = 256;

export function isTooDeep(body: JsonValue): boolean {
  return isNestedDeeper(body, deepest);
}

export const tooDeep: string = `The body is nested more than ${deepest} levels deep.`;
