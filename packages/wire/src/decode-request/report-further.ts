/** Names the fields of an object that only their own API has. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asText } from '../json/json.ts';
import type { Report } from './read-request.ts';

/** Fields that are empty or off ask for nothing. */
export function reportFurther(object: JsonObject, known: ReadonlySet<string>, path: string, report: Report): void {
  for (const [name, value = null] of Object.entries(object)) {
    if (known.has(name) || value === null || value === false || value === '') continue;
    report(`${path}.${name}`, 'The field has no equivalent in other APIs.');
  }
}

/** How closely OpenAI's models look at an image. */
export function reportDetail(detail: JsonValue | undefined, path: string, report: Report): void {
  if (!['', 'auto'].includes(asText(detail))) report(path, 'Other APIs decide themselves how closely to look.');
}
