import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from '../../src/json/json-text.ts';
import type { JsonValue } from '../../src/json/json-value.ts';
import { nested } from './values.ts';

const LEVELS = 20_000; // more than the stack has room for

test('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: JsonValue = JSON.parse(text);
      expect(jsonText(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('writes the same when nested deeper than the call stack', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: JsonValue = JSON.parse(text);
      const deep = nested(LEVELS, value);
      expect(() => JSON.stringify(deep)).toThrow(RangeError);
      expect(jsonText(deep)).toBe('['.repeat(LEVELS) + JSON.stringify(value) + ']'.repeat(LEVELS));
    }),
    { numRuns: 5 },
  );
});
