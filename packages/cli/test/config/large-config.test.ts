/** The largest file that a hostile repository can have is read quickly, whatever it contains. */
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { refusal, testHomes } from './test-home.ts';

const newHome = testHomes();
const many = (count: number, entry: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => entry(at)).join(',');

test.for<readonly [what: string, text: string, message: string]>([
  ['unknown keys', `{${many(60_000, (at) => `"k${at}":1`)}}`, 'there is no such setting'],
  ['a key twice at the end', `{${many(60_000, (at) => `"k${at}":1`)},"k7":1}`, 'appears twice'],
  ['servers', `{"mcp":{${many(30_000, (at) => `"k${at}":{"command":"x"}`)}}}`, '(it was taken)'],
  ['rules', `{"approval":{"deny":[${many(30_000, (at) => `"run_command(a*b*${at})"`)}]}}`, '(it was taken)'],
  ['names', `{"tools":{"disabled":[${many(60_000, (at) => `"a${at}"`)}]}}`, '(it was taken)'],
])('%s', async ([, text, message]) => {
  const home = newHome();
  home.write(home.projectFile, text);
  expect(await refusal(() => loadConfig({ flags: { cwd: home.project }, env: home.env() }))).toContain(message);
});
