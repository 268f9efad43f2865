/** How a reader of requests says what it could not read, and where. */
import type { JsonObject } from '@interlock/transcript';
import { snakeCase } from './field.ts';

export type Report = (path: string, message: string) => void;

/** Names every field that is not in the list, in either spelling. */
export function reportOthers(object: JsonObject, names: readonly string[], path: string, report: Report): void {
  const taken = new Set(names.flatMap((name) => [name, snakeCase(name)]));
  for (const [name, value] of Object.entries(object)) {
    if (!taken.has(name) && value !== null) report(`${path}${name}`, 'This field is not understood.');
  }
}
