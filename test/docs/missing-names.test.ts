import { expect, test } from 'vitest';
import { missingNames } from './missing-names.ts';

const known = { files: ['packages/wire/src/index.ts', 'test/docs.test.ts'], scripts: ['test', 'agents:long'] };

test.each<[string, readonly string[]]>([
  ['see `packages/wire/src/index.ts` and `src/index.ts`', []],
  ['see `rc/index.ts`', ['rc/index.ts']],
  ['see `src/gone.ts` and `index.ts`', ['src/gone.ts']],
  ['the pattern `src/*` matches `src/a.ts`', []],
  ['`npm run agents:long -- pi`, then npm run --silent test.', []],
  ['`npm run gone:long`', ['npm run gone:long']],
])('%s', (text, missing) => {
  expect(missingNames(text, known)).toEqual(missing);
});
