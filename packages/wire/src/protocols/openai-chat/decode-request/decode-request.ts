/** Reads any Chat request as a canonical history. What cannot be read is reported; text is kept even then. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { readAnyTool } from '../../../decode-request/any-tool.ts';
import { EntryReadings } from '../../../decode-request/entry-readings.ts';
import { type ReadRequest, type Report, readRequest } from '../../../decode-request/read-request.ts';
import { readFreeFormTool, readTool } from '../../../decode-request/read-tool.ts';
import { asArray, asObject, asObjects, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';
import type { DetectionConfidence } from '../../protocol.ts';
import { readMessages } from './read-messages.ts';
import { readSettings } from './read-settings.ts';

export function decodeRequest(body: JsonValue, readings: EntryReadings = new EntryReadings()): ReadRequest {
  return readRequest(body, (request, report) => ({
    contents: readMessages(request['messages'], report, readings),
    tools: readTools(request, report),
    settings: readSettings(request, report),
  }));
}

/** `tools`, and the older `functions`. */
function readTools(request: JsonObject, report: Report): readonly Tool[] {
  const tools = asArray(request['tools']).map((entry, at) => {
    const custom = asObject(asObject(entry)?.['custom']);
    const isOwn = custom !== undefined || asObject(entry)?.['function'] !== undefined;
    const foreign = isOwn ? undefined : readAnyTool(asObject(entry) ?? {}, `tools.${at}`, report);
    if (foreign !== undefined) return foreign;
    if (asText(custom?.['name']) === '' || custom === undefined)
      return readFunction(asObject(asObject(entry)?.['function']), `tools.${at}`, report, '.function');
    return [readFreeFormTool(custom, asObject(asObject(custom['format'])?.['grammar']))];
  });
  const functions = asArray(request['functions']).map((entry, at) => {
    return readFunction(asObject(entry), `functions.${at}`, report);
  });
  return [...tools, ...functions].flat();
}

function readFunction(tool: JsonObject | undefined, path: string, report: Report, inner = ''): readonly Tool[] {
  const name = asText(tool?.['name']);
  if (tool === undefined || name === '') {
    report(path, 'A tool must be a function with a name.');
    return [];
  }
  return [readTool(tool, tool['parameters'], path + inner, report)];
}

const fields: readonly string[] = [
  ...['max_completion_tokens', 'stream_options', 'reasoning_effort', 'parallel_tool_calls', 'response_format'],
  ...['frequency_penalty', 'presence_penalty', 'logit_bias', 'logprobs', 'n', 'seed', 'stop', 'user'],
];
const roles: readonly unknown[] = ['system', 'developer', 'tool', 'function'];

/** Recognizes a Chat request among those of other protocols with a list called `messages`. */
export function detectRequest(body: JsonObject): DetectionConfidence | undefined {
  if (!Array.isArray(body['messages'])) return undefined;
  const isOwn =
    fields.some((field) => body[field] !== undefined) ||
    asObjects(body['tools']).some((tool) => tool['function'] !== undefined) ||
    asObjects(body['messages']).some(({ role, tool_calls }) => tool_calls !== undefined || roles.includes(role));
  // A minimal request is most often one of these.
  return isOwn ? 'certain' : 'possible';
}
