/** The arguments in an approval question, in readable form. */
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { showArguments } from '../../src/wording/show-arguments.ts';

const rows: readonly (readonly [string, JsonObject, string])[] = [
  ['edit_file', { path: 'a.ts', old_text: 'one\ntwo\n', new_text: 'three' }, 'a.ts\n- one\n- two\n+ three'],
  [
    'edit_file',
    { path: 'a.ts', old_text: 'x', new_text: '', replace_all: true },
    'a.ts\n{"replace_all":true}\n- x\n+ ',
  ],
  ['write_file', { path: 'b.md', content: '# B\n\ntext\n' }, 'b.md\n+ # B\n+ \n+ text'],
  ['write_file', { path: 7, content: 'x' }, '7\n+ x'],
  ['edit_file', { path: 'a.ts', old_text: 5 }, '{\n  "path": "a.ts",\n  "old_text": 5\n}'],
  ['pay', { euros: 12 }, '{\n  "euros": 12\n}'],
];

test.each(rows)('%s %j', (tool, args, shown) => {
  expect(showArguments(tool, args)).toBe(shown);
});
