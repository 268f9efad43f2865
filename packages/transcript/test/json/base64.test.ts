import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64, base64Length } from '../../src/json/base64.ts';

test.each([
  { bytes: [], text: '' },
  { bytes: [102], text: 'Zg==' },
  { bytes: [102, 111], text: 'Zm8=' },
  { bytes: [102, 111, 111], text: 'Zm9v' },
  { bytes: [251, 255, 254], text: '+//+' },
])('$bytes is $text', ({ bytes, text }) => {
  expect(base64(Uint8Array.from(bytes))).toBe(text);
});

test('agrees with Buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = base64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(text.length).toBe(base64Length(bytes.length));
    }),
  );
});

test.each([6143, 6144, 6145, 100_000])('agrees with Buffer across chunk boundaries: %i bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) % 256);
  expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});
