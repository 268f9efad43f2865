import { expect, test } from 'vitest';
import { decodeText } from '../../src/input/decode-text.ts';

test.each([
  ['nothing', Buffer.from(''), ''],
  ['UTF-8', Buffer.from('[é😀]'), '[é😀]'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff[1]'), '[1]'],
  ['UTF-16, little-endian', Buffer.from('\ufeff[é😀]', 'utf16le'), '[é😀]'],
  ['UTF-16, big-endian', Buffer.from('\ufeff[é😀]', 'utf16le').swap16(), '[é😀]'],
  ['a genuine replacement character', Buffer.from('a\ufffdb'), 'a\ufffdb'],
])('%s', (_, bytes, text) => {
  expect(decodeText({ name: 'x', bytes })).toBe(text);
});

const fix = 'Convert the input first, as in: iconv -f WINDOWS-1252 -t UTF-8.';

test.each([
  [
    'Latin-1',
    Buffer.from('["caf\xe9"]', 'latin1'),
    `x:1:6: The byte 0xe9 is not UTF-8.\n    ["caf\ufffd"]\n         ^\n${fix}`,
  ],
  [
    'after genuine replacement characters, on another line',
    Buffer.concat([Buffer.from('\ufffd\n😀\ufffd'), Buffer.from([0xff])]),
    `x:2:3: The byte 0xff is not UTF-8.\n    😀\ufffd\ufffd\n      ^\n${fix}`,
  ],
  [
    'cut inside a character',
    Buffer.from('"😀').subarray(0, 3),
    `x:1:2: The byte 0xf0 is not UTF-8.\n    "\ufffd\n     ^\n${fix}`,
  ],
])('not UTF-8: %s', (_, bytes, message) => {
  expect(() => decodeText({ name: 'x', bytes })).toThrow(expect.objectContaining({ message, exitCode: 1 }));
});
