/** The arguments of a call on one line: the most telling one, or all of them. */
import type { JsonValue } from '@interlock/transcript';

const longest = 200;
/** If one of these is given, it says what the call is about. */
const telling: readonly string[] = ['command', 'path', 'url', 'pattern', 'query', 'prompt', 'task'];

export function summariseArguments(args: JsonValue): string {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return clip(textOf(args));
  const entries: readonly (readonly [string, JsonValue])[] = Object.entries(args);
  const said = telling.flatMap((name) => entries.filter(([key, value]) => key === name && typeof value === 'string'));
  if (said.length > 0) return clip(said.map(([, value]) => textOf(value)).join(' '));
  return clip(entries.map(([name, value]) => `${name}: ${textOf(value)}`).join(', '));
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function clip(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
