/** Tables fit on a terminal of any width, and are complete in a pipe. */
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../../test/property/runs.ts';
import { type TableLayout, tableText } from '../../../src/commands/table-text.ts';
import type { Io } from '../../../src/io/io.ts';
import { widthOf } from '../../../src/terminal/lines.ts';

const terminal = (columns: number): Io['stdout'] => Object.assign(new PassThrough(), { isTTY: true, columns });
const pipe = new PassThrough();

const rows = [
  ['NAME', 'SIZE', 'NOTE', 'NOW'],
  ['provider/model', '200k', 'a note of some length', ''],
  ['字/字', '-', '', ''],
];
const layout: TableLayout = {
  hasHeads: true,
  shrink: [
    { column: 1, min: 0 },
    { column: 2, min: 8 },
  ],
};

test.each<[what: string, stdout: Io['stdout'], lines: readonly string[]]>([
  [
    'a pipe',
    pipe,
    [
      'NAME            SIZE  NOTE                   NOW',
      'provider/model  200k  a note of some length',
      '字/字           -',
    ],
  ],
  [
    'enough width',
    terminal(43),
    ['NAME            SIZE  NOTE', 'provider/model  200k  a note of some length', '字/字           -'],
  ],
  ['one column less', terminal(42), ['NAME            NOTE', 'provider/model  a note of some length', '字/字']],
  ['little width', terminal(26), ['NAME            NOTE', 'provider/model  a note of…', '字/字']],
  ['the minimum width', terminal(24), ['NAME            NOTE', 'provider/model  a note …', '字/字']],
  [
    'too narrow',
    terminal(23),
    ['provider/model', '  size: 200k', '  note: a note of some', '  length', '字/字', '  size: -'],
  ],
  [
    'far too narrow',
    terminal(8),
    [
      ...['provider', '/model', '  size:', '  200k', '  note:', '  a note', '  of', '  some', '  length'],
      ...['字/字', '  size:', '  -'],
    ],
  ],
])('%s', (_, stdout, lines) => {
  expect(tableText(rows, layout, stdout)).toBe(lines.map((line) => `${line}\n`).join(''));
});

test('always fits, and a pipe loses nothing', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '字', '👍', 'é', '\u001b', '\n'), maxLength: 60 });
  const table = fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 5 });
  holds(fc.tuple(table, fc.integer({ min: 4, max: 200 })), 300, ([cells, columns]) => {
    const lines = tableText(cells, layout, terminal(columns)).split('\n');
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    const whole = tableText(cells, layout, pipe);
    expect(whole.match(/[ab字👍]/gu)).toEqual(
      cells
        .flat()
        .join('')
        .match(/[ab字👍]/gu),
    );
  });
});
