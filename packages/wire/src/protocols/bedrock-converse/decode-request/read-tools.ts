/** The tools a request offers. */
import type { JsonValue } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { readTool } from '../../../decode-request/read-tool.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';

export function readTools(value: JsonValue | undefined, report: Report): readonly Tool[] {
  return asArray(asObject(value)?.['tools']).flatMap((entry, at): readonly Tool[] => {
    const holder = asObject(entry) ?? {};
    if (holder['cachePoint'] !== undefined) return [];
    const spec = asObject(holder['toolSpec']);
    const name = asText(spec?.['name']);
    if (spec === undefined || name === '') {
      report(`toolConfig.tools.${at}`, 'A tool is a toolSpec with a name.');
      return [];
    }
    return [readTool(spec, asObject(spec['inputSchema'])?.['json'], `toolConfig.tools.${at}.toolSpec`, report)];
  });
}
