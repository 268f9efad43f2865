/** Decodes UTF-8, with or without a byte order mark, or UTF-16 with one. Invalid bytes are refused, not replaced. */
import { isUtf8 } from 'node:buffer';
import { inputError } from '../io/command-error.ts';
import type { Input } from './read-input.ts';
import { excerptOf, placeOf } from './text-place.ts';

export function decodeText({ name, bytes }: Input): string {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && !isUtf8(bytes)) throw notUtf8(name, bytes);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    throw inputError(`${name} is larger than 512 MB, the maximum for a text. Split it.`);
  }
}

/** PowerShell writes UTF-16 with a byte order mark. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function notUtf8(name: string, bytes: Buffer): Error {
  const text = bytes.toString('utf8');
  const { at, byte } = firstInvalid(text, bytes);
  const { line, column } = placeOf(text, at);
  const [excerpt, caret] = excerptOf(text, at);
  const value = (bytes[byte] ?? 0).toString(16).padStart(2, '0');
  return inputError(
    [
      `${name}:${line}:${column}: The byte 0x${value} is not UTF-8.`,
      `    ${excerpt}`,
      `    ${caret}`,
      'Convert the input first, as in: iconv -f WINDOWS-1252 -t UTF-8.',
    ].join('\n'),
  );
}

/** The decoder writes U+FFFD for an invalid byte. A U+FFFD that is really in the input has the bytes EF BF BD. */
function firstInvalid(text: string, bytes: Buffer): { readonly at: number; readonly byte: number } {
  let at = -1;
  let byte = 0;
  for (;;) {
    const next = text.indexOf('\ufffd', at + 1);
    if (next === -1) return { at: text.length, byte };
    byte += Buffer.byteLength(text.slice(at + 1, next));
    at = next;
    if (bytes.toString('latin1', byte, byte + 3) !== '\xef\xbf\xbd') return { at, byte };
    byte += 3;
  }
}
