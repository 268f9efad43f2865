/** The content of a message as the list of blocks it stands for: text, a list, or a block that forgot its list. */
import type { JsonValue } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { asArray, asObject } from '../../../json/json.ts';

export function readEntries(content: JsonValue | undefined, path: string, report: Report): readonly JsonValue[] {
  if (typeof content === 'string') return [content];
  if (Array.isArray(content)) return asArray(content);
  report(path, 'The content is neither text nor a list of blocks.');
  return asObject(content) === undefined ? [] : [content ?? null];
}
