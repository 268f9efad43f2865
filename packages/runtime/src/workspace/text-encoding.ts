/** Detects the encoding of a file, and decodes and encodes text without changing any other byte. */

export interface TextEncoding {
  readonly name: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'unknown';
  /** The whole file, including a byte order mark. */
  decode(bytes: Uint8Array): string;
  /** Decoded text, or text from `insert`, as bytes. */
  encode(text: string): Uint8Array;
  /** A model's text, in the form that `decode` returns. */
  insert(text: string): string;
  /** For people and models. */
  show(text: string): string;
}

const asIs = (text: string): string => text;

const utf8: TextEncoding = {
  name: 'UTF-8',
  decode: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  encode: (text) => Buffer.from(text, 'utf8'),
  insert: asIs,
  show: asIs,
};

const utf16le: TextEncoding = {
  name: 'UTF-16LE',
  decode: (bytes) => Buffer.from(bytes).toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le'),
  insert: asIs,
  show: asIs,
};

const utf16be: TextEncoding = {
  name: 'UTF-16BE',
  decode: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
  insert: asIs,
  show: asIs,
};

/** One character for each byte: an old encoding, or a damaged file. Inserted text is UTF-8, the rest does not change. */
const unknown: TextEncoding = {
  name: 'unknown',
  decode: (bytes) => Buffer.from(bytes).toString('latin1'),
  encode: (text) => Buffer.from(text, 'latin1'),
  insert: (text) => Buffer.from(text, 'utf8').toString('latin1'),
  show: (text) => Buffer.from(text, 'latin1').toString('utf8'),
};

/** undefined: not text. */
export function encodingOf(bytes: Uint8Array): TextEncoding | undefined {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return bytes.length % 2 === 0 ? (wide === 'utf-16le' ? utf16le : utf16be) : undefined;
  if (bytes.includes(0)) return undefined;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return utf8;
  } catch {
    return unknown;
  }
}

/** UTF-16 by its byte order mark, which is all that distinguishes it from a binary file. */
export function wideEncoding(start: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return undefined;
}
