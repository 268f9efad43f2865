import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCleanJson } from '../../src/json/is-clean-json.ts';
import { snapshotJson, toJson } from '../../src/json/to-json.ts';
import { containersInBoth, deepFreeze, sameJson } from './values.ts';

/** Any sequence of UTF-16 code units, so that surrogates come alone too. */
const brokenText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7ff, max: 0xe000 })), { maxLength: 6 })
  .map((units) => String.fromCharCode(...units));

const leaf = fc.oneof(
  fc.string(),
  brokenText,
  fc.double(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, Symbol('tag'), () => 1),
  fc.date({ noInvalidDate: false }),
);

const anything = fc.oneof(
  fc.anything({
    key: fc.oneof(fc.string(), brokenText, fc.constantFrom('__proto__', 'toJSON', 'length', 'constructor')),
    values: [leaf],
    maxDepth: 4,
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  }),
  graph(),
);

/** Objects and arrays that refer to each other at random: shared, circular, both. */
function graph(): fc.Arbitrary<unknown> {
  const edges = fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.oneof(fc.string({ maxLength: 3 }), brokenText)), {
    maxLength: 20,
  });
  return fc.tuple(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), edges, leaf).map(([kinds, links, value]) => {
    const nodes: object[] = kinds.map((isArray) => (isArray ? [value] : { value }));
    for (const [from, to, key] of links) {
      const node = nodes[from];
      if (Array.isArray(node)) node.push(nodes[to]);
      else if (node !== undefined) Reflect.set(node, key, nodes[to]);
    }
    return nodes[0];
  });
}

test('REQ-915-038 returns a parsed value unchanged', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(text.isWellFormed() && !text.includes('\\ud'));
      const value: unknown = JSON.parse(text);
      const result = toJson(value);
      expect(result.value).toBe(value);
      expect(result.changes).toStrictEqual([]);
    }),
  );
});

test('REQ-915-038 turns any value into one that survives JSON', () => {
  fc.assert(
    fc.property(anything, (input) => {
      const { value } = toJson(input);
      const text = JSON.stringify(value);
      expect(sameJson(JSON.parse(text), value)).toBe(true);
      expect(text.isWellFormed() && !/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(text)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('REQ-915-038 is idempotent', () => {
  fc.assert(
    fc.property(anything, (input) => {
      const once = toJson(input);
      const twice = toJson(once.value);
      expect(twice.value).toBe(once.value);
      expect(twice.changes).toStrictEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('reports a change exactly when the value was not clean', () => {
  fc.assert(
    fc.property(anything, (input) => {
      expect(toJson(input).changes.length === 0).toBe(isCleanJson(input));
    }),
    { numRuns: 1000 },
  );
});

test('does not change its input, and gives the same bytes for the same input', () => {
  fc.assert(
    fc.property(anything, (input) => {
      const before = JSON.stringify(toJson(input));
      deepFreeze(input);
      expect(JSON.stringify(toJson(input))).toBe(before);
    }),
    { numRuns: 500 },
  );
});

test('a snapshot equals its input and shares nothing with it', () => {
  fc.assert(
    fc.property(anything, (input) => {
      const copy = snapshotJson(input);
      expect(JSON.stringify(copy)).toBe(JSON.stringify(toJson(input).value));
      expect(containersInBoth(copy, input)).toStrictEqual([]);
    }),
    { numRuns: 500 },
  );
});
