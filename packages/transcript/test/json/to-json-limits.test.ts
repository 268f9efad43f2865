import { describe, expect, test } from 'vitest';
import { MAX_COST } from '../../src/json/is-clean-json.ts';
import { snapshotJson, toJson, type ValueChangeKind } from '../../src/json/to-json.ts';
import { nested } from './values.ts';

/** The kinds of change, and how long the JSON is. Also checks that doing it again changes nothing. */
function outcome(value: unknown): { readonly kinds: readonly ValueChangeKind[]; readonly length: number } {
  const { value: json, changes } = toJson(value);
  expect(toJson(json).value).toBe(json);
  return { kinds: [...new Set(changes.map(({ kind }) => kind))], length: JSON.stringify(json).length };
}

/** Thirty arrays that each hold the one before twice: 2^30 leaves when written out. */
function billionLaughs(leaf: unknown): unknown {
  let value: unknown = { leaf };
  for (let level = 0; level < 30; level++) value = [value, value];
  return value;
}

describe('REQ-915-038 values that grow when serialized', () => {
  test.each([
    ['clean', 'ha'],
    ['not clean', new Date(0)],
  ])('a billion laughs, %s', (_, leaf) => {
    const bomb = billionLaughs(leaf);
    expect(outcome(bomb).length).toBeLessThan(10_000_000);
    expect(JSON.stringify(toJson(bomb).value)).toContain('[repeated: $[0][0]');
  });

  test('names the first place of a repeated value', () => {
    const { value } = toJson(billionLaughs('ha'));
    expect(Array.isArray(value) && value[1]).toBe('[repeated: $[0]]');
  });

  test('copies small values that repeat', () => {
    const author = { name: 'ada', roles: ['admin'] };
    const { value, changes } = toJson([...new Array(10_000).fill(author), 1n]);
    expect(value).toStrictEqual([...new Array(10_000).fill(author), '1']);
    expect(changes).toStrictEqual([{ kind: 'bigint', path: '$[10000]' }]);
  });

  test('two hundred objects that reference each other', () => {
    const nodes = Array.from({ length: 200 }, (): Record<string, unknown> => ({}));
    for (const node of nodes) for (const [index, other] of nodes.entries()) node[`k${index}`] = other;
    const { kinds, length } = outcome(nodes);
    expect(kinds).toContain('circular');
    expect(length).toBeLessThan(50_000_000);
  });
});

describe('REQ-915-038 nesting deeper than the call stack', () => {
  test('carries all arrays as text', () => {
    const text = '['.repeat(50_000) + ']'.repeat(50_000);
    const { value, changes } = toJson(nested(50_499, []));
    expect(changes).toStrictEqual([{ kind: 'deep', path: `$${'[0]'.repeat(16)}…` }]);
    expect(JSON.stringify(value)).toBe(JSON.stringify(nested(500, text)));
  });

  test('objects, with a change needed at the deepest level', () => {
    let input: unknown = 1n;
    for (let level = 0; level < 20_000; level++) input = { a: input };
    const text = `${'{"a":'.repeat(19_500)}"1"${'}'.repeat(19_500)}`;
    expect(JSON.stringify(snapshotJson(input))).toBe(`${'{"a":'.repeat(500)}${JSON.stringify(text)}${'}'.repeat(500)}`);
  });

  test('cuts an endless value', () => {
    const endless = (): object => ({
      get next() {
        return endless();
      },
    });
    expect(outcome(endless()).kinds).toStrictEqual(['deep', 'too-large']);
    expect(JSON.stringify(toJson(endless()).value)).toContain('[too large: more than 100000 levels]');
  });

  test('calls an endless toJSON 500 times', () => {
    class Endless {
      toJSON(): unknown {
        return { next: new Endless() };
      }
    }
    expect(outcome(new Endless()).kinds).toStrictEqual(['to-json', 'more']);
  });
});

describe('REQ-915-038 more text than a string can hold', () => {
  test('replaces long texts by a note and keeps short ones', () => {
    const long = 'x'.repeat(MAX_COST / 4);
    const { value, changes } = toJson([long, long, long, long, { exitCode: 0 }]);
    expect(value).toStrictEqual([long, long, long, `[too large: ${long.length} characters]`, { exitCode: 0 }]);
    expect(changes).toStrictEqual([{ kind: 'too-large', path: '$[3]' }]);
  });

  test('does not encode bytes that do not fit', () => {
    const bytes = new Uint8Array(2 ** 24);
    expect(outcome(new Array(100_000).fill(bytes)).kinds).toStrictEqual(['binary', 'too-large', 'more']);
  });

  test('an array of four billion holes', () => {
    const { value } = toJson(new Array(2 ** 32 - 1));
    expect(Array.isArray(value) && value.at(-1)).toMatch(/^\[too large: \d+ more\]$/);
    expect(outcome(value).kinds).toStrictEqual([]);
  });

  test('a key that does not fit', () => {
    const { value, changes } = toJson({ a: 1, ['x'.repeat(MAX_COST)]: 2, '[too large]': 3 });
    expect(value).toStrictEqual({ a: 1, '[too large]': '[too large: 2 more]' });
    expect(changes).toStrictEqual([{ kind: 'too-large', path: '$' }]);
  });
});

test('REQ-915-038 a hundred thousand keys', () => {
  const clean = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key ${index}`, index]));
  expect(toJson(clean).value).toBe(clean);
  const { value, changes } = toJson({ ...clean, last: 1n });
  expect(JSON.stringify(value)).toBe(JSON.stringify({ ...clean, last: '1' }));
  expect(changes).toStrictEqual([{ kind: 'bigint', path: '$.last' }]);
});

test('REQ-915-038 ten thousand keys that become equal', () => {
  const units = Array.from({ length: 100 }, (_, index) => String.fromCharCode(0xdc00 + index));
  const input = Object.fromEntries(units.flatMap((one) => units.map((other) => [one + other, 1])));
  const { value } = toJson(input);
  expect(Object.keys(value ?? {})).toStrictEqual([
    '\ufffd\ufffd',
    ...Array.from({ length: 9_999 }, (_, index) => `\ufffd\ufffd~${index + 2}`),
  ]);
});
