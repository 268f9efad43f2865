/** A call on one line: its tool and its arguments. */
import type { JsonValue } from '@interlock/transcript';

const maxLength = 160;

export function describeCall(name: string, args: JsonValue): string {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return `${name} ${shorten(textOf(args))}`;
  const entries = Object.entries(args);
  const [first] = entries;
  // A single argument needs no name.
  if (entries.length === 1 && first !== undefined) return `${name} ${shorten(textOf(first[1]))}`;
  return shorten([name, ...entries.map(([key, value]) => `${key}=${shorten(textOf(value))}`)].join(' '));
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
