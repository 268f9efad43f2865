import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import { LineSplitter } from '../../src/mcp/line-splitter.ts';

test('gives the same lines however the bytes are split', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ä', '🎈', '\n', '\r'), maxLength: 40 });
  holds(fc.tuple(text, fc.array(fc.nat(60), { maxLength: 8 })), 500, ([whole, cuts]) => {
    const bytes = Buffer.from(whole);
    const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
    const splitter = new LineSplitter(1_000);
    const lines = places.slice(1).flatMap((to, index) => splitter.push(bytes.subarray(places[index], to)));
    expect(lines).toEqual(whole.split('\n').slice(0, -1));
  });
});

test('rejects a line as soon as it is too long, without harming the next one', () => {
  const splitter = new LineSplitter(4);
  expect(splitter.push(Buffer.from('1234\n123'))).toEqual(['1234']);
  expect(splitter.push(Buffer.from('4'))).toEqual([]);
  expect(() => splitter.push(Buffer.from('5'))).toThrow('a line is longer than 4 bytes');
  expect(splitter.push(Buffer.from('ab\n'))).toEqual(['ab']);
});
