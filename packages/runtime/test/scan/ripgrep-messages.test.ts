import { expect, test } from 'vitest';
import type { FileHits } from '../../src/scan/hits.ts';
import { RipgrepReader } from '../../src/scan/ripgrep-messages.ts';

/** Output of ripgrep 13 for files with a byte order mark, CRLF and context, invalid UTF-8, and a NUL. */
const recorded = String.raw`
{"type":"begin","data":{"path":{"text":"/w/bom.txt"}}}
{"type":"match","data":{"path":{"text":"/w/bom.txt"},"lines":{"text":"grün foo\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"foo"},"start":6,"end":9}]}}
{"type":"end","data":{"path":{"text":"/w/bom.txt"},"binary_offset":null,"stats":{"elapsed":{"secs":0,"nanos":25909,"human":"0.000026s"},"searches":1,"searches_with_match":1,"bytes_searched":8,"bytes_printed":251,"matched_lines":1,"matches":1}}}
{"type":"begin","data":{"path":{"text":"/w/crlf.txt"}}}
{"type":"context","data":{"path":{"text":"/w/crlf.txt"},"lines":{"text":"one\r\n"},"line_number":1,"absolute_offset":0,"submatches":[]}}
{"type":"match","data":{"path":{"text":"/w/crlf.txt"},"lines":{"text":"foo\r\n"},"line_number":2,"absolute_offset":5,"submatches":[{"match":{"text":"foo"},"start":0,"end":3}]}}
{"type":"context","data":{"path":{"text":"/w/crlf.txt"},"lines":{"text":"three"},"line_number":3,"absolute_offset":10,"submatches":[]}}
{"type":"end","data":{"path":{"text":"/w/crlf.txt"},"binary_offset":null,"stats":{}}}
{"type":"begin","data":{"path":{"text":"/w/inv.txt"}}}
{"type":"match","data":{"path":{"text":"/w/inv.txt"},"lines":{"bytes":"Zm9vIP/+IGNhZukgeAo="},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"foo"},"start":0,"end":3}]}}
{"type":"end","data":{"path":{"text":"/w/inv.txt"},"binary_offset":null,"stats":{}}}
{"type":"begin","data":{"path":{"text":"/w/bin.dat"}}}
{"type":"match","data":{"path":{"text":"/w/bin.dat"},"lines":{"text":"foo\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"foo"},"start":0,"end":3}]}}
{"type":"end","data":{"path":{"text":"/w/bin.dat"},"binary_offset":6,"stats":{}}}
{"data":{"elapsed_total":{"human":"0.001061s","nanos":1061066,"secs":0},"stats":{}},"type":"summary"}
`
  .trim()
  .split('\n');

function readAll(limit: number): { readonly found: readonly FileHits[]; readonly isEnded: boolean } {
  const reader = new RipgrepReader(limit, 1);
  const found = recorded.map((line) => reader.take(line)).filter((hits) => hits !== undefined);
  return { found, isEnded: reader.isEnded };
}

test('returns the hits of each file, without binary ones', () => {
  expect(readAll(10)).toEqual({
    found: [
      { path: '/w/bom.txt', hits: [{ line: 1, text: 'grün foo', isMatch: true }], matches: 1, more: false },
      {
        path: '/w/crlf.txt',
        hits: [
          { line: 1, text: 'one', isMatch: false },
          { line: 2, text: 'foo', isMatch: true },
          { line: 3, text: 'three', isMatch: false },
        ],
        matches: 1,
        more: false,
      },
      {
        path: '/w/inv.txt',
        hits: [{ line: 1, text: 'foo \ufffd\ufffd caf\ufffd x', isMatch: true }],
        matches: 1,
        more: false,
      },
    ],
    isEnded: true,
  });
});

test('a limit reached at the end of a file: the next match says that there are more', () => {
  expect(readAll(1).found.map(({ path, matches, more }) => [path, matches, more])).toEqual([
    ['/w/bom.txt', 1, false],
    ['/w/crlf.txt', 0, true],
    ['/w/inv.txt', 0, true],
  ]);
});

test('ignores what is not a message', () => {
  const reader = new RipgrepReader(1, 0);
  expect(() => reader.take('rg: error')).toThrow(SyntaxError);
  expect(reader.isEnded).toBe(false);
});
