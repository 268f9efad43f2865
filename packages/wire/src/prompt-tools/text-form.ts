/**
 * Tools in a text, for models without native tool calling (OLL-005): how they are described at the end of the system text, and
 * how calls and results are written.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { DeclaredTool } from '../tools/declared-tool.ts';

/** A call found in a text. */
export interface ReadCall {
  readonly name: string;
  /** JSON text or, when the block is broken, whatever is in place of the arguments. */
  readonly arguments: string;
}

export const callOpens = '<tool_call>';
export const callCloses = '</tool_call>';

export function describeTools(tools: readonly DeclaredTool[]): string {
  if (tools.length === 0) return '';
  return `# Tools\n\nYou can call these tools.\n\n${tools.map(describeTool).join('\n\n')}\n\n${howToCall}`;
}

function describeTool({ name, description, schema }: DeclaredTool): string {
  const lines = [`## ${name}`];
  if (description !== undefined && description !== '') lines.push(description);
  lines.push(
    schema === undefined ? 'It takes no arguments.' : `JSON schema of its arguments: ${JSON.stringify(schema)}`,
  );
  return lines.join('\n');
}

const howToCall = `# How to call a tool

Write a block of this form, with the arguments as one JSON object:

${callOpens}{"name": "the name of the tool", "arguments": {"key": "value"}}${callCloses}

Write one block for each call, after anything you want to say, and nothing after the last block. Then stop: the results \
come in the next message, each as <tool_result name="the name of the tool">…</tool_result>. Never write a result yourself. \
When no tool is needed, answer without a block.`;

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

/** The same in the JSON text of a value, where each backslash is two. */
export function unescapeTagsInJson(json: string): string {
  return json.replace(/<\\\\(?=(?:\\\\)*\/?tool_(?:call|result))/g, '<');
}
