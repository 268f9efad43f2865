/** Calls and results in the textual form: calls as the model is asked to write them, and as it sees its own earlier ones. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { callCloses, callOpens, escapeTags } from './tags.ts';

export function writeCall(name: string, args: JsonObject): string {
  const json = JSON.stringify({ name, arguments: args }, escapeText);
  // Keys are not escaped above; in JSON a `<` occurs only inside strings, where it may be escaped.
  return callOpens + json.replace(/<(?=\/?tool_(?:call|result))/g, '\\u003c') + callCloses;
}

function escapeText(_key: string, value: JsonValue): JsonValue {
  return typeof value === 'string' ? escapeTags(value) : value;
}

/** A result in the textual form. It is in a user message: the model never writes one. */
export function writeResult(name: string, text: string, isError: boolean): string {
  return `<tool_result name="${attribute(name)}"${isError ? ' error="true"' : ''}>${escapeTags(text)}</tool_result>`;
}

function attribute(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => entities[sign] ?? sign);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
