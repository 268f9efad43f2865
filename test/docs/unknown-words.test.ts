import { expect, test } from 'vitest';
import { sourceWords } from './known-words.ts';
import { readPage } from './read-page.ts';
import { unknownWords } from './unknown-words.ts';

const known = sourceWords();

test.each([
  ['`read_file`, `switch-queued`, `createSession(options)`, `state.pendingSwitch`, `ANTHROPIC_API_KEY`', []],
  ['`npm run --hair`, `a/path/of.hair`, `*.hair`, `{ hair }`, hair_of_the_dog', []],
  ['`/model`, `/mcp restart <name>`, `/tmp`, `/api/hair`', []],
  ['`/comb it`', ['/comb']],
  ['`read_hair`', ['read_hair']],
  ['`switch-haired`', ['switch-haired']],
  ['`session.comb()`', ['comb']],
  ['`HAIR_API_KEY`', ['HAIR_API_KEY']],
])('%s', (markdown, words) => {
  expect(unknownWords([readPage('p.md', markdown)], known)).toEqual(words.map((word) => `p.md: ${word}`));
});
