/**
 * Tools in a text, for models without native tool calling (OLL-005): how they are described at the end of the system text, and
 * how calls and results are written.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { argumentsSchema, howToCall, noArguments, promptToolsIntroduction } from '../texts/model-texts.ts';
import type { DeclaredTool } from '../tools/declared-tool.ts';

/** A call found in a text. */
export interface ReadCall {
  readonly name: string;
  /** JSON text or, if the block is broken, whatever was written instead of the arguments. */
  readonly arguments: string;
}

export const callOpens = '<tool_call>';
export const callCloses = '</tool_call>';

export function describeTools(tools: readonly DeclaredTool[]): string {
  if (tools.length === 0) return '';
  return [promptToolsIntroduction, ...tools.map(describeTool), howToCall(callOpens, callCloses)].join('\n\n');
}

function describeTool({ name, description, schema }: DeclaredTool): string {
  const lines = [`## ${name}`];
  if (description !== undefined && description !== '') lines.push(description);
  lines.push(schema === undefined ? noArguments : argumentsSchema(JSON.stringify(schema)));
  return lines.join('\n');
}

/** The format the model is asked to use, and in which it sees its earlier calls. */
export function writeCall(name: string, args: JsonObject): string {
  const json = JSON.stringify({ name, arguments: args }, escapeText);
  // Keys are not escaped above; in JSON a `<` occurs only inside strings, where it may be escaped.
  return callOpens + json.replace(/<(?=\/?tool_(?:call|result))/g, '\\u003c') + callCloses;
}

function escapeText(_key: string, value: JsonValue): JsonValue {
  return typeof value === 'string' ? escapeTags(value) : value;
}

/** A result in the text format. It is in a user message: the model never writes one. */
export function writeResult(name: string, text: string, isError: boolean): string {
  return `<tool_result name="${attribute(name)}"${isError ? ' error="true"' : ''}>${escapeTags(text)}</tool_result>`;
}

function attribute(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => entities[sign] ?? sign);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text that contains the tags: adds a backslash after the `<`. Removing one restores the text. */
export function escapeTags(text: string): string {
  return text.replace(/<(?=\\*\/?tool_(?:call|result))/g, '<\\');
}

export function unescapeTags(text: string): string {
  return text.replace(/<\\(?=\\*\/?tool_(?:call|result))/g, '<');
}

/** The same for a value that is written as JSON, where each backslash is doubled. */
export function unescapeTagsInJson(json: string): string {
  return json.replace(/<\\\\(?=(?:\\\\)*\/?tool_(?:call|result))/g, '<');
}
