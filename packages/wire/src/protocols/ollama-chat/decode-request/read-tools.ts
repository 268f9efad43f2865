/** The tools a request offers. */
import type { JsonValue } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { readTool } from '../../../decode-request/read-tool.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';

export function readTools(value: JsonValue | undefined, report: Report): readonly Tool[] {
  return asArray(value).flatMap((entry, at): readonly Tool[] => {
    const tool = asObject(asObject(entry)?.['function']);
    const name = asText(tool?.['name']);
    if (tool === undefined || name === '') {
      report(`tools.${at}`, 'A tool has a function with a name.');
      return [];
    }
    return [readTool(tool, tool['parameters'], `tools.${at}.function`, report)];
  });
}
