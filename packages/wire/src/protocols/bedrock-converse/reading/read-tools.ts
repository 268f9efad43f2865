/** The tools a request offers. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json.ts';
import type { Report } from '../../../read-request.ts';
import { readTool } from '../../../read-tool.ts';
import type { Tool } from '../../../settings.ts';

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
