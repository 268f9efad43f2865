import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import type { Key } from '../../src/terminal/key.ts';
import { KeyParser } from '../../src/terminal/keys.ts';

const text = (value: string): Key => ({ kind: 'text', text: value });
const press = (name: string): Key => ({ kind: 'press', name });
const paste = (value: string): Key => ({ kind: 'paste', text: value });

/** Input, and the keys it means. A lone Esc at the end is decoded by `flush`. */
const table: readonly (readonly [string, readonly Key[]])[] = [
  ['hello', [text('hello')]],
  ['grüße 👩‍👩‍👧 字', [text('grüße 👩‍👩‍👧 字')]],
  ['a\rb', [text('a'), press('enter'), text('b')]],
  ['\n\t\u007f\b', [press('ctrl-j'), press('tab'), press('backspace'), press('backspace')]],
  [
    '\u0001\u0003\u001a\u0000\u001f',
    [press('ctrl-a'), press('ctrl-c'), press('ctrl-z'), press('ctrl-space'), press('ctrl-_')],
  ],
  ['\u001b[A\u001b[B\u001b[C\u001b[D', [press('up'), press('down'), press('right'), press('left')]],
  ['\u001bOA\u001bOH\u001bOF', [press('up'), press('home'), press('end')]],
  ['\u001b[H\u001b[F\u001b[1~\u001b[4~\u001b[7~\u001b[8~', ['home', 'end', 'home', 'end', 'home', 'end'].map(press)],
  ['\u001b[3~\u001b[5~\u001b[6~\u001b[2~', ['delete', 'page-up', 'page-down', 'insert'].map(press)],
  [
    '\u001b[1;5D\u001b[1;3C\u001b[1;2A\u001b[1;8B',
    ['ctrl-left', 'alt-right', 'shift-up', 'ctrl-alt-shift-down'].map(press),
  ],
  ['\u001b[3;5~\u001b[Z', [press('ctrl-delete'), press('shift-tab')]],
  ['\u001bb\u001b\r\u001b\u007f\u001b\u0003', ['alt-b', 'alt-enter', 'alt-backspace', 'ctrl-alt-c'].map(press)],
  ['\u001b\u001b[A', [press('alt-up')]],
  ['\u001b', [press('escape')]],
  ['\u001b\u001b', [press('escape'), press('escape')]],
  ['\u001b\u001bx', [press('escape'), press('alt-x')]],
  ['\u001b[13;2u\u001b[27;2;13~\u001b[99;5u', ['shift-enter', 'shift-enter', 'ctrl-c'].map(press)],
  ['\u001b[97;2u\u001b[97u\u001b[97;1:3u', [text('A'), text('a')]],
  ['\u001b[200~one\r\ntwo\u001b[A\u001b[201~x', [paste('one\r\ntwo\u001b[A'), text('x')]],
  ['\u001b[200~\u001b[201~', [paste('')]],
  // Ignored: the mouse, focus, colours and other reports of a terminal.
  ['\u001b[<0;1;1M\u001b[I\u001b[O\u001b[?1;2c\u001b[12;40R', []],
  ['\u001b]11;rgb:0000/0000/0000\u0007a\u001bP1$r\u001b\\b', [text('a'), text('b')]],
  ['\u001b[[Ax', [text('x')]],
  ['\u009b\u0085x', [text('x')]],
  ['\u001b[99999999999;1u\u001b[55296uok', [text('ok')]],
];

describe('keys', () => {
  test.each(table)('%j', (sent, keys) => {
    const parser = new KeyParser();
    expect([...parser.feed(sent), ...parser.flush()]).toEqual(keys);
  });

  test('gives the same keys wherever the input is split', () => {
    const pieces = fc.tuple(
      fc.array(fc.constantFrom(...table), { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 200, maxLength: 200 }),
    );
    holds(pieces, 300, ([rows, sizes]) => {
      const sent = rows.map(([one]) => one).join('q');
      const parser = new KeyParser();
      let at = 0;
      const keys = sizes.flatMap((size) => {
        at += size;
        return parser.feed(sent.slice(at - size, at));
      });
      const whole = new KeyParser();
      expect(joined([...keys, ...parser.feed(sent.slice(at)), ...parser.flush()])).toEqual(
        joined([...whole.feed(sent), ...whole.flush()]),
      );
    });
  });

  test('recognizes the next key after any input', () => {
    const signs = fc.constantFrom('\u001b', '[', 'O', ']', 'P', '5', ';', '~', 'a', '\u0007', '\\', '2', '0', '1');
    holds(fc.string({ unit: signs, maxLength: 40 }), 500, (sent) => {
      const parser = new KeyParser();
      parser.feed(sent);
      parser.flush();
      expect(parser.feed('\u0003')).toEqual([press('ctrl-c')]);
    });
  });

  test('Ctrl-C leaves a paste that never ends', () => {
    const parser = new KeyParser();
    expect(parser.feed('\u001b[200~lost')).toEqual([]);
    expect(parser.flush()).toEqual([]);
    expect(parser.feed('\u0003')).toEqual([press('ctrl-c')]);
    expect(parser.feed('x')).toEqual([text('x')]);
  });
});

/** Joins text that arrives in pieces. */
function joined(keys: readonly Key[]): readonly Key[] {
  const all: Key[] = [];
  for (const key of keys) {
    const last = all.at(-1);
    if (key.kind === 'text' && last?.kind === 'text') all.splice(-1, 1, text(last.text + key.text));
    else all.push(key);
  }
  return all;
}
