/** The arguments of a call on one line: only the main one if there is one, otherwise all of them. */
import type { JsonValue } from '@interlock/transcript';

const maxLength = 200;
/** Arguments that say what a call is about. */
const mainArguments: readonly string[] = ['command', 'path', 'url', 'pattern', 'query', 'prompt', 'task'];

export function summariseArguments(args: JsonValue): string {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return clip(textOf(args));
  const entries: readonly (readonly [string, JsonValue])[] = Object.entries(args);
  const main = mainArguments.flatMap((name) =>
    entries.filter(([key, value]) => key === name && typeof value === 'string'),
  );
  if (main.length > 0) return clip(main.map(([, value]) => textOf(value)).join(' '));
  return clip(entries.map(([name, value]) => `${name}: ${textOf(value)}`).join(', '));
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function clip(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
