/** Names the fields of a block that are not read. Blocks of the model come back as they were: their fields ask for nothing. */
import type { JsonObject } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { reportFurther } from '../../../decode-request/report-further.ts';
import { asText } from '../../../json/json.ts';

/** Cache marks are set where the target wants them; citations are reported on their own. */
const always: readonly string[] = ['type', 'cache_control', 'citations'];

const known: Readonly<Record<string, ReadonlySet<string>>> = {
  text: new Set([...always, 'text']),
  image: new Set([...always, 'source']),
  document: new Set([...always, 'source', 'title', 'context']),
  search_result: new Set([...always, 'source', 'title', 'content']),
  // The name of the tool, which some clients repeat, is the call's.
  tool_result: new Set([...always, 'tool_use_id', 'content', 'is_error', 'name']),
};

export function reportFields(block: JsonObject, path: string, report: Report): void {
  const type = asText(block['type']);
  const fields = Object.hasOwn(known, type) ? known[type] : undefined;
  // A picture without a source is another API's, with other fields.
  if (fields === undefined || (type === 'image' && block['source'] === undefined)) return;
  reportFurther(block, fields, path, report);
}
