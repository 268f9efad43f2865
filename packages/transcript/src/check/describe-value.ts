/** Describes a value in a few words for a message. Reads only names, so no getter runs. */
import { kindOf, readKeys } from './read.ts';

const LONGEST = 60;
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;

export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'undefined':
      return 'missing';
    case 'object':
      return value === null ? 'null' : describeObject(value);
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return `a ${typeof value}`; // bigint, symbol, function: not JSON, so the type is enough
  }
}

function quote(text: string): string {
  if (text.length <= LONGEST) return JSON.stringify(text);
  return `${JSON.stringify(shorten(text)).slice(0, -1)}…"`;
}

function describeObject(value: object): string {
  const kind = kindOf(value);
  if (kind === 'unreadable') return 'an unreadable object';
  if (kind === 'array') return 'an array';
  const keys = readKeys(value);
  if (keys === undefined) return 'an unreadable object';
  if (keys.length === 0) return 'an object without fields';
  const names = keys.slice(0, LONGEST).map(shorten).join(', ');
  return `an object with ${names.length <= LONGEST ? names : `${shorten(names)}…`}`;
}

function shorten(text: string): string {
  return text.slice(0, LONGEST).replace(HALF_A_CHARACTER, '');
}
