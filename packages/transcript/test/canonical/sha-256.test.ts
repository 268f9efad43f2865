/** The digest against another implementation, at every length around the edges of its blocks, and for what is not ASCII. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Sha256 } from '../../src/canonical/sha-256.ts';

const lengths = Array.from({ length: 200 }, (_, length) => length);
const texts: readonly (readonly [string, readonly string[]])[] = [
  ['ASCII of every length', lengths.map((length) => 'abcdefg|'.repeat(25).slice(0, length))],
  ['two bytes', lengths.map((length) => 'é'.repeat(length))],
  ['a surrogate pair', lengths.map((length) => `x${'😀'.repeat(length)}`)],
  ['a lone surrogate', lengths.map((length) => `${'\ud800'.repeat(length)}x`)],
  ['the last unit of one byte, and the first of two', ['\x7f', '\x80', '\xff', 'a\x80', 'abc\xff', 'abcd\xff']],
];

test.each(texts)('%s', (_, all) => {
  const hash = new Sha256();
  expect(all.map((text) => hexOf(hash.digest([text])))).toEqual(
    all.map((text) => createHash('sha256').update(text).digest('hex')),
  );
});

test('hashes several texts as if they were concatenated', () => {
  expect(hexOf(new Sha256().digest(['a', '', 'é|', '😀', 'b'.repeat(100)]))).toBe(
    createHash('sha256')
      .update(`aé|😀${'b'.repeat(100)}`)
      .digest('hex'),
  );
});

function hexOf(words: Int32Array): string {
  return Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
