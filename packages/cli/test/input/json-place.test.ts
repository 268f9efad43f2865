import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import type { JsonFault, JsonFaultKind } from '../../src/input/json-fault.ts';
import { findJsonFault } from '../../src/input/json-place.ts';

const table: readonly (readonly [string, JsonFault])[] = [
  ['[1,]', { kind: 'trailing-comma', at: 2 }],
  ['{"a":1 ,\n }', { kind: 'trailing-comma', at: 7 }],
  ['[1 2]', { kind: 'missing-comma', at: 3 }],
  ['{"a":1 "b":2}', { kind: 'missing-comma', at: 7 }],
  ['{"a" 1}', { kind: 'missing-colon', at: 5 }],
  ['{a:1}', { kind: 'missing-key', at: 1 }],
  ['{,}', { kind: 'missing-key', at: 1 }],
  ['{"a":1,,}', { kind: 'missing-key', at: 7 }],
  ['{1:2}', { kind: 'missing-key', at: 1 }],
  ['{"a":}', { kind: 'missing-value', at: 5 }],
  ['[1,{"a":}]', { kind: 'missing-value', at: 8 }],
  ['[,]', { kind: 'missing-value', at: 1 }],
  ['[1,,2]', { kind: 'missing-value', at: 3 }],
  ["['a']", { kind: 'single-quotes', at: 1 }],
  ["{'a':1}", { kind: 'single-quotes', at: 1 }],
  ['// x\n[]', { kind: 'comment', at: 0 }],
  ['[1, /* x */ 2]', { kind: 'comment', at: 4 }],
  ['{"a":1 // x\n}', { kind: 'comment', at: 7 }],
  ['{ # x\n}', { kind: 'comment', at: 2 }],
  ['[None]', { kind: 'python-word', at: 1 }],
  ['{"a":True}', { kind: 'python-word', at: 5 }],
  ['[NaN]', { kind: 'not-finite', at: 1 }],
  ['[undefined]', { kind: 'not-finite', at: 1 }],
  ['[Infinity]', { kind: 'not-finite', at: 1 }],
  ['hello', { kind: 'no-value', at: 0 }],
  ['<html>', { kind: 'no-value', at: 0 }],
  ['[truest]', { kind: 'no-value', at: 1 }],
  ['[nul]', { kind: 'no-value', at: 1 }],
  ['"a\nb"', { kind: 'raw-line-break', at: 2, opened: 0 }],
  ['"a\rb"', { kind: 'raw-line-break', at: 2, opened: 0 }],
  ['["a\tb"]', { kind: 'raw-control', at: 3, opened: 1 }],
  ['"\u0000"', { kind: 'raw-control', at: 1, opened: 0 }],
  ['"\\x"', { kind: 'bad-escape', at: 1, opened: 0 }],
  ['"\\u12G4"', { kind: 'bad-escape', at: 1, opened: 0 }],
  ['"\\u12"', { kind: 'bad-escape', at: 1, opened: 0 }],
  ['[01]', { kind: 'bad-number', at: 2 }],
  ['[-]', { kind: 'bad-number', at: 2 }],
  ['[+1]', { kind: 'bad-number', at: 1 }],
  ['[.5]', { kind: 'bad-number', at: 1 }],
  ['[1.]', { kind: 'bad-number', at: 3 }],
  ['[1e+]', { kind: 'bad-number', at: 4 }],
  ['[-Infinity]', { kind: 'bad-number', at: 2 }],
  ['{"a":[1}', { kind: 'wrong-closer', at: 7, opened: 5 }],
  ['[{"a":1]', { kind: 'wrong-closer', at: 7, opened: 1 }],
  ['{} {}', { kind: 'more-after-end', at: 3 }],
  ['[]]', { kind: 'more-after-end', at: 2 }],
  ['1 2', { kind: 'more-after-end', at: 2 }],
  ['', { kind: 'cut-off', at: 0 }],
  ['[', { kind: 'cut-off', at: 1, opened: 0 }],
  ['[1,', { kind: 'cut-off', at: 3, opened: 0 }],
  ['{"a"', { kind: 'cut-off', at: 4, opened: 0 }],
  ['[{"a": "b', { kind: 'cut-off', at: 9, opened: 7 }],
  ['["\\', { kind: 'cut-off', at: 3, opened: 1 }],
  ['["\\u00', { kind: 'cut-off', at: 6, opened: 1 }],
  ['[tru', { kind: 'cut-off', at: 4, opened: 0 }],
  ['[-', { kind: 'cut-off', at: 2, opened: 0 }],
  ['\ufeff[]', { kind: 'no-value', at: 0 }],
];

test.each(table)('%j', (text, fault) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(findJsonFault(text)).toEqual(fault);
});

describe('agrees with JSON.parse', () => {
  const pieces = [
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '\\n',
    '0',
    '-1.5e3',
    'true',
    'nul',
    ' ',
    '\n',
    '/',
    "'",
  ];
  const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));

  test('on random sequences of tokens', () => holds(soup, 20_000, agrees), patience);

  const edited = fc
    .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), fc.string({ maxLength: 2 }))
    .map(([text, at, removed, put]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + removed);
    });

  test('on JSON with a small edit', () => holds(edited, 5_000, agrees), patience);
});

test('a million open brackets do not recurse', () => {
  const depth = 1_000_000;
  expect(findJsonFault('['.repeat(depth))).toEqual({ kind: 'cut-off', at: depth, opened: depth - 1 });
  expect(findJsonFault('{"a":['.repeat(depth) + ']}'.repeat(depth))).toBeUndefined();
});

/** If the engine reports a position, it is the same, except for these: ours is the comma, the backslash, or the start of the word. */
const shownElsewhere: readonly JsonFaultKind[] = ['trailing-comma', 'bad-escape', 'no-value'];

function agrees(text: string): void {
  const fault = findJsonFault(text);
  const message = refusal(text);
  expect(fault === undefined).toBe(message === undefined);
  const position = /at position (\d+)/.exec(message ?? '')?.[1];
  if (position === undefined || fault === undefined || shownElsewhere.includes(fault.kind)) return;
  expect(fault.at).toBe(Number(position));
}

function refusal(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
