import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { parsePattern } from '../../src/scan/search-pattern.ts';
import { FileProblem } from '../../src/workspace/file-problem.ts';

const notLineEnd = '[^\\n\\r]';

const patterns: readonly (readonly [pattern: string, js: string, rust: string | undefined])[] = [
  ['foo', 'foo', 'foo'],
  ['a.b', `a${notLineEnd}b`, `a${notLineEnd}b`],
  ['^x$', '^x$', '^x(?:\\r?$)'],
  ['\\bx', '\\bx', '(?-u:\\b)x'],
  // It would match before a \r at the end of the line.
  ['x\\B', 'x\\B', undefined],
  ['\\d\\w', '[0-9][0-9A-Za-z_]', '[0-9][0-9A-Za-z_]'],
  ['\\D', '[^0-9\\n\\r]', '[^0-9\\n\\r]'],
  ['[^a]', '[^a\\n\\r]', '[^a\\n\\r]'],
  ['[\\d.-]', '[0-9\\.\\-]', '[0-9\\.\\-]'],
  ['[a-z0-9_-]', '[a-z0-9_\\-]', '[a-z0-9_\\-]'],
  ['[\\w-z]', '[0-9A-Za-z_\\-z]', '[0-9A-Za-z_\\-z]'],
  ['[-a]', '[\\-a]', '[\\-a]'],
  ['[[&~]', '[\\[\\x26\\x7e]', '[\\[\\x26\\x7e]'],
  ['[[:digit:]x]', '[0-9x]', '[0-9x]'],
  ['[\\]]', '[\\]]', '[\\]]'],
  ['[\\s\\S]', '[\\t\\v\\f \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff\\S]', undefined],
  ['[]', '[]', undefined],
  ['interface \\w+ {', 'interface [0-9A-Za-z_]+ \\{', 'interface [0-9A-Za-z_]+ \\{'],
  ['x{2,3}y{,3}}', 'x{2,3}y\\{,3\\}\\}', 'x{2,3}y\\{,3\\}\\}'],
  ['a]', 'a\\]', 'a\\]'],
  ['\\"\\-\\/\\:', '"-/:', '"-/:'],
  ['(?:a)(?<n>b)(?P<m>c)', '(?:a)(?<n>b)(?<m>c)', '(?:a)(?P<n>b)(?P<m>c)'],
  ['a(?=b)', 'a(?=b)', undefined],
  ['(a)\\1', '(a)\\1', undefined],
  ['a\\r', 'a\\r', undefined],
  ['\\u{1F600}\\x41\\p{Lu}', '\\u{1F600}\\x41\\p{Lu}', '\\u{1F600}\\x41\\p{Lu}'],
  ['😀', '😀', '😀'],
];

test.each(patterns)('%s', (pattern, js, rust) => {
  expect(parsePattern(pattern, false)).toEqual({ source: js, flags: 'u', ...(rust === undefined ? {} : { rust }) });
});

test.each([
  ['(?i)foo', false, { source: 'foo', flags: 'iu', rust: 'foo' }],
  ['(?s)foo', false, { source: 'foo', flags: 'u', rust: 'foo' }],
  ['foo', true, { source: 'foo', flags: 'iu', rust: 'foo' }],
])('case: %s, %s', (pattern, ignoreCase, expected) => {
  expect(parsePattern(pattern, ignoreCase)).toEqual(expected);
});

test.each([
  ['(', /is not a valid regular expression: Unterminated group\. Escape special characters/],
  ['a**', /Nothing to repeat/],
  ['[z-a]', /Range out of order/],
  ['[abc', /Unterminated character class|Lone quantifier|missing/i],
  ['\\', /\\ at end of pattern/],
  ['\\y', /Invalid escape/],
  ['\\p{Nothing}', /Invalid property name/],
  ['[[:nothing:]]', /contains \[:nothing:\], which is not a known set/],
  ['a\\nb', /contains a newline/],
  ['a\nb', /contains a newline/],
])('rejects %j', (pattern, message) => {
  expect(() => parsePattern(pattern, false)).toThrow(message);
});

describe('any pattern', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'b',
      '0',
      ' ',
      '.',
      '*',
      '+',
      '?',
      '|',
      '(',
      ')',
      '[',
      ']',
      '^',
      '$',
      '{',
      '}',
      '{2}',
      '{,2}',
      '-',
      '&',
      '~',
      '\\',
    ],
    ...[
      '\\d',
      '\\W',
      '\\s',
      '\\b',
      '\\-',
      '\\.',
      '\\1',
      '(?:',
      '(?=',
      '(?<n>',
      '(?i)',
      '[^',
      '[a-c]',
      '\\u0061',
      '\\x',
      '\r',
      'é',
      '😀',
    ],
  );
  const pattern = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));

  test(
    'is rejected with a sentence or means the same as in JavaScript',
    () => {
      const line = fc.array(fc.constantFrom('a', 'b', '0', ' ', '-', '.', '{', '}', '&', 'é', '😀'), { maxLength: 8 });
      let compared = 0;
      holds(
        fc.tuple(pattern, line),
        5_000,
        ([written, letters]) => {
          const text = letters.join('');
          const parsed = parsedOf(written);
          if (parsed === undefined) return;
          const ours = new RegExp(parsed.source, parsed.flags).exec(text)?.index;
          const native = nativeOf(written);
          // If JavaScript accepts the pattern as written, the result is the same; otherwise we accept more.
          if (native === undefined) return;
          compared += 1;
          expect(ours).toBe(native.exec(text)?.index);
        },
        'all',
      );
      expect(compared).toBeGreaterThan(500);
    },
    patience,
  );

  function parsedOf(written: string): { readonly source: string; readonly flags: string } | undefined {
    try {
      return parsePattern(written, false);
    } catch (error) {
      expect(error).toBeInstanceOf(FileProblem);
      return undefined;
    }
  }

  function nativeOf(written: string): RegExp | undefined {
    try {
      return new RegExp(written, 'u');
    } catch {
      return undefined;
    }
  }
});
