/** Reads a request to the Responses API. What cannot be read is reported, and the rest is still read. */
import type { Content, JsonObject, JsonValue } from '@interlock/transcript';
import { readAnyTool } from '../../../decode-request/any-tool.ts';
import { EntryReadings } from '../../../decode-request/entry-readings.ts';
import { type ReadRequest, type Report, readRequest } from '../../../decode-request/read-request.ts';
import { readFreeFormTool, readTool } from '../../../decode-request/read-tool.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';
import type { DetectionConfidence } from '../../protocol.ts';
import { readInput } from './read-input.ts';
import { readSettings } from './read-settings.ts';

export function decodeRequest(body: JsonValue, readings: EntryReadings = new EntryReadings()): ReadRequest {
  return readRequest(body, (request, report) => {
    reportReferences(request, report);
    return {
      contents: [...readInstructions(request['instructions'], report), ...readOwnInput(request, report, readings)],
      tools: readAllTools(request, report),
      settings: readSettings(request, report),
    };
  });
}

/** Instructions alone are a valid request. */
function readOwnInput(
  { input, instructions }: JsonObject,
  report: Report,
  readings: EntryReadings,
): readonly Content[] {
  return (input ?? null) === null && (instructions ?? null) !== null ? [] : readInput(input, report, 'input', readings);
}

/** A tool may be offered again in the input: the declared one wins. */
function readAllTools({ tools, input }: JsonObject, report: Report): readonly Tool[] {
  const declared = readTools(tools, 'tools', report);
  const names = new Set(declared.map(({ name }) => name));
  return [...declared, ...readFurtherTools(input, report).filter(({ name }) => !names.has(name) && names.add(name))];
}

/** Content that only the provider stores cannot be read here (OAR-010, OAR-017): the caller must send it. */
function reportReferences(request: JsonObject, report: Report): void {
  for (const field of ['previous_response_id', 'conversation', 'prompt']) {
    if ((request[field] ?? null) !== null) {
      report(
        field,
        `${field} refers to something that only the provider stores. Send the whole conversation in input.`,
      );
    }
  }
}

/** Text, or items as in the input. */
function readInstructions(value: JsonValue | undefined, report: Report): readonly Content[] {
  if (typeof value !== 'string')
    return value === undefined || value === null ? [] : readInput(value, report, 'instructions', new EntryReadings());
  return value === '' ? [] : [{ speaker: 'system', blocks: [{ type: 'text', text: value }] }];
}

/** Codex offers its tools in an item of the input, and further ones in the result of a search for tools. */
function readFurtherTools(input: JsonValue | undefined, report: Report): readonly Tool[] {
  return asArray(input).flatMap((entry, at) => {
    const item = asObject(entry);
    const type = asText(item?.['type']);
    if (type !== 'additional_tools' && type !== 'tool_search_output') return [];
    const tools = type === 'additional_tools' ? item?.['tools'] : asArray(item?.['tools']).map(found);
    return readTools(tools, `input.${at}.tools`, report);
  });
}

/** A tool that was found is no longer deferred. */
function found(entry: JsonValue): JsonValue {
  const tool = asObject(entry);
  if (tool === undefined) return entry;
  const { defer_loading: _, ...rest } = tool;
  return tool['type'] === 'namespace' ? { ...rest, tools: asArray(tool['tools']).map(found) } : rest;
}

/** A namespace contains tools, and no further namespaces. */
function readTools(value: JsonValue | undefined, path: string, report: Report, inside = false): readonly Tool[] {
  return asArray(value).flatMap((entry, at): readonly Tool[] => {
    const tool = asObject(entry);
    const type = asText(tool?.['type']);
    const toolPath = `${path}.${at}`;
    if (type === 'namespace' && !inside) return readTools(tool?.['tools'], `${toolPath}.tools`, report, true);
    const isOwn = (type === 'function' || type === 'custom') && tool?.['function'] === undefined;
    const foreign =
      isOwn && tool?.['input_schema'] === undefined ? undefined : readAnyTool(tool ?? {}, toolPath, report);
    if (foreign !== undefined) return foreign;
    if (tool === undefined || !isOwn) {
      report(toolPath, `Only function tools and custom tools can be offered to every model, not ${type || 'this'}.`);
      return [];
    }
    const name = asText(tool['name']);
    if (name === '') {
      report(`${toolPath}.name`, 'A tool must have a name.');
      return [];
    }
    if (type === 'custom') return [readFreeFormTool(tool, asObject(tool['format']))];
    return [readTool(tool, tool['parameters'], toolPath, report)];
  });
}

/** A Responses request has an `input`, as a list or as text, or at least `instructions`. */
export function detectRequest({ input, instructions }: JsonObject): DetectionConfidence | undefined {
  if (Array.isArray(input) || typeof input === 'string') return 'certain';
  return typeof instructions === 'string' ? 'likely' : undefined;
}
