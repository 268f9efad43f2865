import { describe, expect, it } from 'vitest';
import { parseExactly } from '../../src/json/parse-exactly.ts';

const rows: readonly (readonly [what: string, text: string, value: unknown])[] = [
  ['an integer that a number holds', '{"id":9007199254740991}', { id: 9007199254740991 }],
  ['an even one beyond 2^53 that it holds, too', '[9007199254740992]', [9007199254740992]],
  ['one that would be rounded', '{"id":12345678901234567890}', { id: '12345678901234567890' }],
  ['a negative one', '{"id": -12345678901234567890}', { id: '-12345678901234567890' }],
  ['alone', '12345678901234567891', '12345678901234567891'],
  ['in a list', '[1,12345678901234567891]', [1, '12345678901234567891']],
  ['digits in a text', '{"id":"12345678901234567890"}', { id: '12345678901234567890' }],
  ['a fraction', '[0.12345678901234567890]', [0.123_456_789_012_345_68]],
  ['a power', '[1e300]', [1e300]],
];

describe('integers that a number cannot hold are read as text', () => {
  it.each(rows)('%s', (_, text, value) => {
    expect(parseExactly(text)).toEqual(value);
  });

  it('throws where the parser throws', () => {
    expect(() => parseExactly('{"id":12345678901234567890')).toThrow(SyntaxError);
  });

  it('reads what is nested deeper than a reviver can go', () => {
    const text = `${'['.repeat(50_000)}12345678901234567890${']'.repeat(50_000)}`;
    expect(() => parseExactly(text)).not.toThrow();
  });
});
