/** Front matter as people write it: quoted, folded, lists, with comments and colons, and invalid. */
import { expect, test } from 'vitest';
import { type FrontmatterValue, listField, readFrontmatter, textField } from '../../src/extensions/frontmatter.ts';

const cases: readonly (readonly [
  what: string,
  text: string,
  fields: Record<string, FrontmatterValue>,
  body: string,
])[] = [
  ['none', '# Title\n\ntext\n', {}, '# Title\n\ntext'],
  ['an empty one', '---\n---\nbody', {}, 'body'],
  ['one that does not end', '---\nname: x\nbody', {}, '---\nname: x\nbody'],
  ['a --- line in the body', 'text\n---\nname: x\n---', {}, 'text\n---\nname: x\n---'],
  [
    'plain texts',
    '---\nname: pdf\nargument-hint: [file]\n---\n\nbody\n',
    { name: 'pdf', 'argument-hint': ['file'] },
    'body',
  ],
  ['carriage returns and a byte order mark', '\uFEFF---\r\nname: x\r\n---\r\nbody\r\n', { name: 'x' }, 'body'],
  ['quotes', `---\na: "say \\"hi\\"\\n" # c\nb: 'it''s: so'\n---`, { a: 'say "hi"\n', b: "it's: so" }, ''],
  [
    'a colon in a sentence',
    '---\ndescription: Use when: asked. See http://x#y\n---',
    { description: 'Use when: asked. See http://x#y' },
    '',
  ],
  ['a comment', '---\n# all\nname: x # why\n---', { name: 'x' }, ''],
  ['a folded text', '---\nd: >-\n  one\n  two\n\n  three\nn: x\n---', { d: 'one two\nthree', n: 'x' }, ''],
  ['a kept text', '---\nd: |\n  one\n    two\n---', { d: 'one\n  two' }, ''],
  ['a text over two lines', '---\nd: one\n  two\n---', { d: 'one two' }, ''],
  [
    'lists',
    '---\na: [x, "y z", ]\nb:\n  - one\n  - two\nc:\n- three\n---',
    { a: ['x', 'y z'], b: ['one', 'two'], c: ['three'] },
    '',
  ],
  ['what is nested', '---\nmetadata:\n  author: me\n  version: "1"\nname: x\n---', { name: 'x' }, ''],
  ['a repeated name: the first counts', '---\nname: x\nname: y\n---', { name: 'x' }, ''],
  ['garbage in between', '---\n{{\nname: x\n}}\n---\nb', { name: 'x' }, 'b'],
  ['an empty value', '---\nname:\nmodel: y\n---', { name: '', model: 'y' }, ''],
  ['names special in JavaScript', '---\n__proto__: x\nconstructor: y\n---', { constructor: 'y' }, ''],
];
test.each(cases)('%s', (_, text, fields, body) => {
  const read = readFrontmatter(text);
  expect([...read.fields]).toEqual(Object.entries(fields));
  expect(read.body).toBe(body);
});

test('a field as text and as a list', () => {
  const head = readFrontmatter('---\na: x, y ,\nb: [x, y]\nc:\n---');
  expect([textField(head, 'a'), textField(head, 'b'), textField(head, 'c'), textField(head, 'd')]).toEqual([
    'x, y ,',
    'x, y',
    undefined,
    undefined,
  ]);
  expect([listField(head, 'a'), listField(head, 'b'), listField(head, 'd')]).toEqual([
    ['x', 'y'],
    ['x', 'y'],
    undefined,
  ]);
});
