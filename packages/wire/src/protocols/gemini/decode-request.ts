/** Reads a request of somebody who takes us for Google, in either spelling of its fields. What cannot be read is named. */
import type { Content, JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json.ts';
import type { ReadRequest } from '../../protocol.ts';
import { field } from './reading/field.ts';
import { readContent } from './reading/read-content.ts';
import { readSettings } from './reading/read-settings.ts';
import { readTools } from './reading/read-tools.ts';
import { type Report, reportOthers } from './reading/report.ts';

type Problem = ReadRequest['problems'][number];

export function decodeRequest(body: JsonValue): ReadRequest {
  const problems: Problem[] = [];
  const report: Report = (path, message) => problems.push({ path, message });
  const request = asObject(body);
  if (request === undefined) {
    report('', 'The body is no object.');
    return { contents: [], tools: [], settings: {}, problems };
  }
  const model = asText(request['model']).replace(/^models\//, '');
  const read = {
    ...(model === '' ? {} : { model }),
    contents: [...readSystem(field(request, 'systemInstruction'), report), ...readContents(request, report)],
    tools: readTools(field(request, 'tools'), report),
    settings: readSettings(request, report),
  };
  reportOthers(request, known, '', report);
  return { ...read, problems };
}

const known: readonly string[] = ['model', 'contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig'];

/** A content; plain text is taken for its only part. */
function readSystem(value: JsonValue | undefined, report: Report): readonly Content[] {
  if (value === undefined) return [];
  const parts = typeof value === 'string' ? [{ text: value }] : asArray(field(asObject(value), 'parts'));
  const blocks = parts.flatMap((entry, at) => {
    const text = asText(asObject(entry)?.['text']);
    if (text !== '') return [{ type: 'text', text } as const];
    if (asObject(entry)?.['text'] !== '') report(`systemInstruction.parts.${at}`, 'A system instruction is text.');
    return [];
  });
  return blocks.length === 0 ? [] : [{ speaker: 'system', blocks }];
}

function readContents(request: JsonObject, report: Report): readonly Content[] {
  const value = field(request, 'contents');
  if (!Array.isArray(value) && asObject(value) === undefined) report('contents', 'There is no list of contents.');
  const entries = asObject(value) === undefined ? asArray(value) : [value ?? null];
  return entries.flatMap((entry, at) => {
    const content = asObject(entry);
    if (content !== undefined) return readContent(content, at, report);
    report(`contents.${at}`, 'A content is an object.');
    return [];
  });
}
