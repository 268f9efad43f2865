/** Reads a request to the Ollama API. What cannot be read is reported, and the rest is still read. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { readAnyTool } from '../../../decode-request/any-tool.ts';
import { EntryReadings } from '../../../decode-request/entry-readings.ts';
import { type ReadRequest, type Report, readRequest } from '../../../decode-request/read-request.ts';
import { readTool } from '../../../decode-request/read-tool.ts';
import { asArray, asObject, asObjects, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';
import type { DetectionConfidence } from '../../protocol.ts';
import { readMessages } from './read-messages.ts';
import { readSettings } from './read-settings.ts';

export function decodeRequest(body: JsonValue, readings: EntryReadings = new EntryReadings()): ReadRequest {
  return readRequest(body, (request, report) => ({
    contents: readMessages(request['messages'], report, readings),
    tools: readTools(request['tools'], report),
    settings: readSettings(request, report),
  }));
}

const fields: readonly string[] = ['options', 'keep_alive', 'think', 'format', 'truncate', 'shift'];

/** Recognizes an Ollama request among those of other protocols with a list called `messages`. */
export function detectRequest(body: JsonObject): DetectionConfidence | undefined {
  if (!Array.isArray(body['messages'])) return undefined;
  const isOwn =
    fields.some((field) => body[field] !== undefined) ||
    asObjects(body['messages']).some(({ images, tool_name }) => images !== undefined || tool_name !== undefined);
  return isOwn ? 'certain' : undefined;
}

/** The offered tools. */
function readTools(value: JsonValue | undefined, report: Report): readonly Tool[] {
  return asArray(value).flatMap((entry, at): readonly Tool[] => {
    const tool = asObject(asObject(entry)?.['function']);
    const foreign = tool === undefined ? readAnyTool(asObject(entry) ?? {}, `tools.${at}`, report) : undefined;
    if (foreign !== undefined) return foreign;
    const name = asText(tool?.['name']);
    if (tool === undefined || name === '') {
      report(`tools.${at}`, 'A tool must have a function with a name.');
      return [];
    }
    return [readTool(tool, tool['parameters'], `tools.${at}.function`, report)];
  });
}
