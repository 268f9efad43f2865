/** A position in a text, as shown to people: line and column from 1, columns in characters, and the line itself, shortened. */

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** `at`: an offset in UTF-16 units, including the end of the text. Lines end with \n, \r\n or \r. */
export function placeOf(text: string, at: number): TextPlace {
  const { line, start } = lineOf(text, at);
  return { line, column: countCharacters(text, start, at) + 1 };
}

/** The line around `at` and a caret below it, at most `width` characters each. */
export function excerptOf(text: string, at: number, width = 72): readonly [line: string, caret: string] {
  const { start } = lineOf(text, at);
  const end = endOfLine(text, at);
  const from = Math.max(start, at - Math.floor(width / 2));
  const to = Math.min(end, from + width);
  const before = (from > start ? '…' : '') + shown(text.slice(from, at));
  const after = shown(text.slice(at, to)) + (to < end ? '…' : '');
  return [before + after, `${' '.repeat(countCharacters(before, 0, before.length))}^`];
}

function lineOf(text: string, at: number): { readonly line: number; readonly start: number } {
  let line = 1;
  let start = 0;
  for (let index = 0; index < at; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 0x0a && (code !== 0x0d || text.charCodeAt(index + 1) === 0x0a)) continue;
    line += 1;
    start = index + 1;
  }
  return { line, start };
}

function endOfLine(text: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

/** Surrogate pairs count once. */
function countCharacters(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    if (at === from || !isLow(text.charCodeAt(at)) || !isHigh(text.charCodeAt(at - 1))) count += 1;
  }
  return count;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** One column per character, sanitized. */
function shown(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
}
