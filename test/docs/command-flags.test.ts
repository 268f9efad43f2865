import { expect, test } from 'vitest';
import { type CommandFlags, readCommandFlags, unknownFlags } from './command-flags.ts';
import { readPage } from './read-page.ts';

const known: CommandFlags = new Map([
  ['', new Set(['-p', '--print', '--model'])],
  ['simulate', new Set(['--port'])],
  ['sessions', new Set()],
  ['sessions list', new Set(['--all'])],
]);

test.each([
  ['interlock -p "look at --nothing" --model x  # --remark', []],
  ['interlock simulate --port 4000 | grep --color x', []],
  ['git diff | interlock -p "review"', []],
  ['interlock sessions list --all', []],
  ['npx interlock --models x', ['`npx interlock --models x`: interlock has no --models']],
  ['interlock simulate --model=x', ['`interlock simulate --model=x`: simulate has no --model']],
  ['cat a | interlock sessions list --port 1', ['`| interlock sessions list --port 1`: sessions list has no --port']],
])('%s', (line, problems) => {
  const page = readPage('p.md', `\`\`\`sh\n${line}\n\`\`\`\n`);
  expect(unknownFlags(page, known)).toEqual(problems.map((problem) => `p.md: ${problem}`));
});

test('flags in code style', () => {
  const page = readPage('p.md', '`--port 1`, `--hair`, `interlock simulate --hair`\n');
  expect(unknownFlags(page, known)).toEqual([
    'p.md: there is no --hair',
    'p.md: `interlock simulate --hair`: simulate has no --hair',
  ]);
});

test('the program’s own help', async () => {
  const found = await readCommandFlags();
  expect([...found.keys()]).toEqual(expect.arrayContaining(['', 'render', 'check', 'simulate', 'sessions list']));
  expect([...(found.get('simulate') ?? [])].sort()).toEqual(['--help', '--json', '--model', '--port', '--quiet', '-h']);
});
