/** A result in the textual form. It stands in a user message: the model never writes one. */
import { escapeTags } from './tags.ts';

export function writeResult(name: string, text: string, isError: boolean): string {
  return `<tool_result name="${attribute(name)}"${isError ? ' error="true"' : ''}>${escapeTags(text)}</tool_result>`;
}

function attribute(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => entities[sign] ?? sign);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
