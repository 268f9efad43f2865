/** Parses JSON or JSON Lines. Errors have line and column. */
import type { JsonValue } from '@interlock/transcript';
import { type CommandError, inputError } from '../io/command-error.ts';
import { jsonFaultTexts } from './json-fault.ts';
import { findJsonFault } from './json-place.ts';
import { excerptOf, placeOf } from './text-place.ts';

export function parseInput(text: string, name: string): JsonValue {
  if (text.trim() === '') throw inputError(`${name} is empty.\nA history is expected: a JSON array of contents.`);
  try {
    return JSON.parse(text);
  } catch {
    return isJsonLines(text) ? parseLines(text, name) : throwFault(text, 0, text.length, name);
  }
}

/** Whether the first line alone is an object, which it never is in a JSON value of several lines. */
function isJsonLines(text: string): boolean {
  for (const [start, end] of lines(text)) {
    if (isBlank(text, start, end)) continue;
    if (end === text.length) return false;
    const first = text.slice(start, end);
    return first.trimStart().startsWith('{') && findJsonFault(first) === undefined;
  }
  return false;
}

function parseLines(text: string, name: string): JsonValue {
  const values: JsonValue[] = [];
  for (const [start, end] of lines(text)) {
    if (isBlank(text, start, end)) continue;
    try {
      values.push(JSON.parse(text.slice(start, end)));
    } catch {
      throwFault(text, start, end, name);
    }
  }
  return values;
}

function* lines(text: string): Generator<readonly [start: number, end: number]> {
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield [start, end];
    start = end + 1;
  }
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
}

function throwFault(text: string, start: number, end: number, name: string): never {
  const part = start === 0 && end === text.length ? text : text.slice(start, end);
  throw jsonError(text, start, part, name);
}

function jsonError(text: string, start: number, part: string, name: string): CommandError {
  const fault = findJsonFault(part);
  // It is valid JSON, but nested too deeply for the engine.
  if (fault === undefined) return inputError(`${name} cannot be read as JSON: it is nested too deeply.`);
  const [what, fix] = jsonFaultTexts[fault.kind];
  // A truncated text ends after its last word, not after the newlines that follow.
  const at = start + (fault.kind === 'cut-off' ? part.trimEnd().length : fault.at);
  const { line, column } = placeOf(text, at);
  const [excerpt, caret] = excerptOf(text, at);
  const opened = fault.opened === undefined ? '' : ` ${openedText(text, start + fault.opened)}`;
  return inputError(`${name}:${line}:${column}: ${what}${opened}\n    ${excerpt}\n    ${caret}\n${fix}`);
}

function openedText(text: string, at: number): string {
  const { line, column } = placeOf(text, at);
  const kinds: Readonly<Record<string, string>> = { '[': 'list', '{': 'object' };
  return `The ${kinds[text.charAt(at)] ?? 'string'} began at line ${line}, column ${column}.`;
}
