/** Reads any Chat request as a canonical history. What cannot be read is named; text is kept even then. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { ReadRequest } from '../../../decode-request/read-request.ts';
import { type Report, readRequest } from '../../../decode-request/read-request.ts';
import { readTool } from '../../../decode-request/read-tool.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';
import { readMessages } from './read-messages.ts';
import { readSettings } from './read-settings.ts';

export function decodeRequest(body: JsonValue): ReadRequest {
  return readRequest(body, (request, report) => ({
    contents: readMessages(request['messages'], report),
    tools: readTools(request, report),
    settings: readSettings(request, report),
  }));
}

/** `tools`, and the `functions` they replaced. */
function readTools(request: JsonObject, report: Report): readonly Tool[] {
  const tools = asArray(request['tools']).map((entry, at) => {
    return readFunction(asObject(asObject(entry)?.['function']), `tools.${at}`, report, '.function');
  });
  const functions = asArray(request['functions']).map((entry, at) => {
    return readFunction(asObject(entry), `functions.${at}`, report);
  });
  return [...tools, ...functions].flat();
}

function readFunction(tool: JsonObject | undefined, path: string, report: Report, inner = ''): readonly Tool[] {
  const name = asText(tool?.['name']);
  if (tool === undefined || name === '') {
    report(path, 'A tool is a function with a name.');
    return [];
  }
  return [readTool(tool, tool['parameters'], path + inner, report)];
}
