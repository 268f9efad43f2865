import { expect, test } from 'vitest';
import { wrongInTables } from './checked-tables.ts';
import { knownWords } from './known-words.ts';
import { readPage } from './read-page.ts';

function table(comment: string, ...rows: readonly string[]): string {
  const columns = rows[0]?.split(' | ').length ?? 1;
  return `<!-- ${comment} -->\n|${' a |'.repeat(columns)}\n|${'---|'.repeat(columns)}\n${rows.map((row) => `| ${row} |`).join('\n')}\n`;
}

const losses = ['`smaller-window`, `media`', '`native-tools`', '`thinking`'];
const session = [
  'steps` | 100',
  'repeats` | 5',
  'parallel` | 8',
  'toolTimeoutMs` | 120 s',
  'toolOutput` | 64,000',
  'graceMs` | 2 s',
];
const limits = session.map((row) => `\`${row}`);
const failures = (knownWords()['failure'] ?? []).filter((reason) => !reason.startsWith('auth'));
const auth = '`auth`, `auth-permanent` | 10 min | 20 min | 40 min | 1 h | 1 h | all its models';

test.each([
  ['every name', table('every: switch loss', ...losses)],
  ['every default', table('defaults: session limit', ...limits)],
  ['a verdict', table('checked: verdicts', '`allow run_command(git *)` | `run_command` `git log` | allow')],
])('correct: %s', async (_name, markdown) => {
  expect(await wrongInTables(readPage('p.md', markdown))).toEqual([]);
});

test.each([
  ['an unknown name', table('every: switch loss', ...losses, '`hair`'), ['there is no switch loss hair']],
  [
    'a missing name',
    table('every: switch loss', ...losses.slice(1)),
    ['smaller-window', 'media'].map((name) => `the switch loss ${name} is missing`),
  ],
  ['a repeated name', table('every: switch loss', ...losses, '`media`'), ['media is there twice']],
  ['names of an unknown list', table('every: hair', '`a`'), ['there is nothing called hair']],
  [
    'another default',
    table('defaults: session limit', ...limits.slice(1), '`steps` | 99'),
    ['steps is 100, and here 99'],
  ],
  [
    'another verdict',
    table('checked: verdicts', '`deny read_file` | `read_file` `a` | allow'),
    ['`deny read_file` `read_file` `a` is deny, and here allow'],
  ],
  ['an unknown check', table('checked: hair', 'a'), ['nobody knows how to check this']],
  [
    'no table',
    '<!-- every: switch loss -->\n\nText.\n',
    [
      'there is no table below it',
      ...['smaller-window', 'media', 'native-tools', 'thinking'].map((name) => `the switch loss ${name} is missing`),
    ],
  ],
  ['missing failures', table('checked: cooldowns', auth), failures.map((reason) => `${reason} is missing`)],
])('wrong: %s', async (_name, markdown, problems) => {
  expect(await wrongInTables(readPage('p.md', markdown))).toEqual(problems.map((problem) => `p.md:1: ${problem}`));
});

test('wrong: another window', async () => {
  const markdown = table('checked: cooldowns', auth.replace('20 min', '15 min'));
  expect(await wrongInTables(readPage('p.md', markdown))).toContain(
    'p.md:1: auth: [600000,1200000,2400000,3600000,3600000,"all its models"], and here [600000,900000,2400000,3600000,3600000,"all its models"]',
  );
});
