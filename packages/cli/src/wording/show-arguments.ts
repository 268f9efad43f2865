/** The arguments of a call for an approval question: a change as removed and added lines, a text with its lines, anything else as JSON. */
import type { JsonObject } from '@interlock/transcript';

export function showArguments(tool: string, args: JsonObject): string {
  const { path, content, old_text: old, new_text: next, ...rest } = args;
  const more = Object.keys(rest).length === 0 ? '' : `${JSON.stringify(rest)}\n`;
  if (tool === 'edit_file' && typeof old === 'string' && typeof next === 'string' && content === undefined)
    return `${named(path)}${more}${marked('-', old)}\n${marked('+', next)}`;
  if (tool === 'write_file' && typeof content === 'string' && old === undefined && next === undefined)
    return `${named(path)}${more}${marked('+', content)}`;
  return JSON.stringify(args, undefined, 2);
}

function named(path: unknown): string {
  return `${typeof path === 'string' ? path : JSON.stringify(path)}\n`;
}

function marked(mark: '-' | '+', text: string): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${mark} ${line}`)
    .join('\n');
}
