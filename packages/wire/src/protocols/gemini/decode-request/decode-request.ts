/** Reads a request to the Gemini API, in either spelling of its fields. What cannot be read is reported. */
import type { Content, JsonObject, JsonValue } from '@interlock/transcript';
import { EntryReadings } from '../../../decode-request/entry-readings.ts';
import { type ReadRequest, type Report, readRequest } from '../../../decode-request/read-request.ts';
import { asArray, asObject, asObjects, asText } from '../../../json/json.ts';
import type { DetectionConfidence } from '../../protocol.ts';
import { field } from '../field.ts';
import { isServerTool } from '../server-tool.ts';
import { partsOf, readContent } from './read-content.ts';
import { readSettings, reportOthers } from './read-settings.ts';
import { readTools } from './read-tools.ts';
import { ServerHistory } from './server-history.ts';

export function decodeRequest(body: JsonValue, readings?: EntryReadings): ReadRequest {
  return readRequest(body, (request, report) => {
    const contents = [
      ...readSystem(field(request, 'systemInstruction'), report),
      ...readContents(request, report, readings),
    ];
    const tools = readTools(field(request, 'tools'), report);
    const settings = readSettings(request, report);
    reportOthers(request, known, '', report);
    return { contents, tools, settings };
  });
}

const known: readonly string[] = [
  ...['model', 'contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig', 'serviceTier'],
];

/** A content; plain text counts as its only part. */
function readSystem(value: JsonValue | undefined, report: Report): readonly Content[] {
  if (value === undefined) return [];
  const parts = typeof value === 'string' ? [{ text: value }] : partsOf(field(asObject(value), 'parts'));
  const blocks = parts.flatMap((entry, at) => {
    const text = asText(asObject(entry)?.['text']);
    if (text !== '') return [{ type: 'text', text } as const];
    if (asObject(entry)?.['text'] !== '') report(`systemInstruction.parts.${at}`, 'A system instruction must be text.');
    return [];
  });
  return blocks.length === 0 ? [] : [{ speaker: 'system', blocks }];
}

function readContents(request: JsonObject, report: Report, known: EntryReadings | undefined): readonly Content[] {
  const value = field(request, 'contents');
  if (!Array.isArray(value) && asObject(value) === undefined) report('contents', '`contents` must be a list.');
  const server = new ServerHistory();
  const entries = entriesOf(value);
  // Tools that a server ran depend on more of the previous entries than is cached with an entry.
  const readings = known === undefined || entries.some(hasServerTool) ? new EntryReadings() : known;
  return readings.readAll(entries, report, (entry, at, reportHere) => {
    const content = asObject(entry);
    if (content !== undefined) return readContent(content, at, server, reportHere);
    reportHere(`contents.${at}`, 'A content must be an object.');
    return readContent({ parts: [{ text: asText(entry) }] }, at, server, reportHere);
  });
}

function hasServerTool(entry: JsonValue): boolean {
  return partsOf(field(asObject(entry), 'parts')).some(isServerTool);
}

/** A single content is a list of one. So is plain text, which Google's clients accept and its API does not. */
function entriesOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(value)) return asArray(value);
  return asObject(value) !== undefined || typeof value === 'string' ? [value ?? null] : [];
}

/** A Gemini request has `contents`, like our own histories, but with `parts` in them. */
export function detectRequest({ contents }: JsonObject): DetectionConfidence | undefined {
  return asObjects(contents).some((entry) => entry['parts'] !== undefined) ? 'certain' : undefined;
}
