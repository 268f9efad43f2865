/** Names what a request holds besides what is read of it. */
import type { JsonObject } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { snakeCase } from '../field.ts';

/** Names every field that is not in the list, in either spelling. */
export function reportOthers(object: JsonObject, names: readonly string[], path: string, report: Report): void {
  const taken = new Set(names.flatMap((name) => [name, snakeCase(name)]));
  for (const [name, value] of Object.entries(object)) {
    if (!taken.has(name) && value !== null) report(`${path}${name}`, 'This field is not understood.');
  }
}
