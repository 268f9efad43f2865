/** The text that a custom command sends to the model. */
import { expect, test } from 'vitest';
import { expandCommand, findCommand, readCommandLine } from '../../src/index.ts';

test.each([
  ['Review it.', '', 'Review it.'],
  ['Review it.', 'src now', 'Review it.\n\nsrc now'],
  ['Review $ARGUMENTS.', 'src  now', 'Review src  now.'],
  ['Review $ARGUMENTS.', '', 'Review .'],
  ['$1 before $2, $1', 'one two three', 'one before two, one'],
  ['$1|$2|$3', `"a b" 'c "d' e`, 'a b|c "d|e'],
  ['$1', `"say \\"hi\\""`, 'say "hi"'],
  ['$1 $2', 'one', 'one '],
  ['\\$1 costs $1', '$2', '$1 costs $2'],
  ['$ARGUMENTS', '$1 $ARGUMENTS', '$1 $ARGUMENTS'],
  ['$10 and $ARGUMENTSX', 'x', '$10 and $ARGUMENTSX\n\nx'],
])('%j with %j', (template, argument, text) => {
  expect(expandCommand({ template }, argument)).toBe(text);
});

test.each([
  ['/review', { name: 'review', argument: '' }],
  ['  /review  a\nb ', { name: 'review', argument: 'a\nb' }],
  ['/git:review x', { name: 'git:review', argument: 'x' }],
  ['/usr/bin is a folder', undefined],
  ['/', undefined],
  ['/ x', undefined],
  ['see /review', undefined],
])('%j is a command line: %j', (text, read) => {
  expect(readCommandLine(text)).toEqual(read);
});

test.each([
  ['review', 'git:review'],
  ['git:review', 'git:review'],
  ['check', undefined],
  ['a:check', 'a:check'],
  ['top', 'top'],
  ['none', undefined],
])('%s is %s', (name, found) => {
  const commands = ['git:review', 'a:check', 'b:check', 'top', 'deep:top'].map((each) => ({ name: each }));
  expect(findCommand(commands, name)?.name).toBe(found);
});
