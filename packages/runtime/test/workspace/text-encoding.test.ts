import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { encodingOf } from '../../src/workspace/text-encoding.ts';

test.each([
  ['plain', Buffer.from('abc'), 'UTF-8'],
  ['nothing', Buffer.from(''), 'UTF-8'],
  ['a byte order mark', Buffer.from('\ufeffabc'), 'UTF-8'],
  ['not UTF-8', Buffer.from([0x61, 0xe9]), 'unknown'],
  ['UTF-16', Buffer.from('\ufeffabc', 'utf16le'), 'UTF-16LE'],
  ['UTF-16 big-endian', Buffer.from('\ufeffabc', 'utf16le').swap16(), 'UTF-16BE'],
  ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x61]), undefined],
  ['a NUL', Buffer.from('a\0b'), undefined],
])('%s', (_, bytes, name) => {
  expect(encodingOf(bytes)?.name).toBe(name);
});

test(
  'any text bytes survive, and inserted text is found again',
  () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc.uint16Array().map((units) => Buffer.from([0xff, 0xfe, ...Buffer.from(units.buffer)])),
      fc.uint16Array().map((units) => Buffer.from([0xfe, 0xff, ...Buffer.from(units.buffer)])),
    );
    let texts = 0;
    holds(
      fc.tuple(bytes, fc.string({ unit: 'grapheme' })),
      500,
      ([file, text]) => {
        const encoding = encodingOf(file);
        if (encoding === undefined) return;
        texts += 1;
        const decoded = encoding.decode(file);
        expect(Buffer.from(encoding.encode(decoded))).toEqual(Buffer.from(file));
        const longer = encoding.encode(decoded + encoding.insert(text));
        expect(Buffer.from(longer).subarray(0, file.length)).toEqual(Buffer.from(file));
        expect(encoding.decode(longer).endsWith(encoding.insert(text))).toBe(true);
      },
      'all',
    );
    expect(texts).toBeGreaterThan(300);
  },
  patience,
);
