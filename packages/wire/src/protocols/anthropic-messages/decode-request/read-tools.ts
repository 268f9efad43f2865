/** The tools a request offers. Those that Anthropic would run, or has trained a model on, exist nowhere else. */
import type { JsonValue } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { readTool } from '../../../decode-request/read-tool.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';

export function readTools(value: JsonValue | undefined, report: Report): readonly Tool[] {
  return asArray(value).flatMap((entry, at): readonly Tool[] => {
    const tool = asObject(entry);
    const name = asText(tool?.['name']);
    const type = asText(tool?.['type']);
    if (type !== '' && type !== 'custom') {
      report(`tools.${at}`, `A tool of type ${JSON.stringify(type)} is only known to Anthropic.`);
      return [];
    }
    if (tool === undefined || name === '') {
      report(`tools.${at}`, 'A tool is an object with a name.');
      return [];
    }
    return [readTool(tool, tool['input_schema'], `tools.${at}`, report)];
  });
}
