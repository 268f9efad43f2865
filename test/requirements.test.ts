/**
 * Every requirement is proved by a test in each package responsible for it, and every other statement of the specification by a test or by
 * a decision that explains why we differ.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSources, root } from './architecture/repository.ts';
import { assertions } from './requirements/assertions.ts';
import { type Owner, owed } from './requirements/owed.ts';
import { assertedTitles, provenIn } from './requirements/proofs.ts';
import { edgeCases } from './requirements/statements/edge-cases.ts';
import { overview } from './requirements/statements/overview.ts';
import type { Statement } from './requirements/statements/statement.ts';
import { technical } from './requirements/statements/technical.ts';
import { toolIds } from './requirements/statements/tool-ids.ts';

/** From the title to the end of its test or group; from a row of a table, to the end of the test of the table. */
function textOfTest(text: string, at: number): string {
  const end = /^\}?\);$/m.exec(text.slice(at))?.index;
  return text.slice(at, at + (end ?? text.length));
}

const owners: readonly Owner[] = ['transcript', 'wire', 'runtime'];
const exists = (owner: Owner): boolean => existsSync(join(root, 'packages', owner));
/** Requirements that involve several packages are proved in `test/`, and count for each of them. */
const crossing = readSources('test/**/*.test.ts').flatMap(provenIn);

test('the table lists all fifty requirements, each owed by a package', () => {
  const all = Array.from({ length: 50 }, (_, at) => `REQ-915-${String(at + 1).padStart(3, '0')}`);
  expect(Object.keys(owed).sort()).toEqual(all);
  expect(Object.values(owed).every((packages) => packages.length > 0)).toBe(true);
});

describe('each requirement names the assertion that fails if it is violated', () => {
  const tests = new Map(readSources('{packages/*/test,test}/**/*.test.ts').map((source) => [source.file, source]));

  test('all fifty', () => {
    expect(Object.keys(assertions).sort()).toEqual(Object.keys(owed).sort());
  });

  test.each(Object.entries(assertions))('%s', (id, { file, title, assertion }) => {
    const source = tests.get(file);
    expect(source === undefined ? [] : provenIn(source)).toContain(id);
    // A row of a table names the requirement, and the test that runs the rows asserts it below.
    const at = source?.text.indexOf(title) ?? -1;
    expect(at).toBeGreaterThan(-1);
    expect(textOfTest(source?.text ?? '', at)).toContain(assertion);
    expect(assertion).toMatch(/^expect\w*\(/);
  });
});

describe.each(owners.filter(exists))('packages/%s', (owner) => {
  test('proves what it owes', () => {
    const proven = new Set([...crossing, ...readSources(`packages/${owner}/test/**/*.test.ts`).flatMap(provenIn)]);
    const owing = Object.entries(owed).flatMap(([id, packages]) => (packages.includes(owner) ? [id] : []));
    expect(owing.filter((id) => !proven.has(id))).toEqual([]);
  });
});

describe('every statement of the specification', () => {
  const tests = readSources('{packages/*/test,test}/**/*.test.ts');
  const proven = new Set(tests.flatMap(provenIn));
  const titles = new Map(tests.map((source) => [source.file, new Set(assertedTitles(source))]));
  const decisions = new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4)));

  /** Undefined if it exists. */
  function missing({ by }: Statement): string | undefined {
    if (by.startsWith('REQ-')) return proven.has(by) ? undefined : 'no test proves it';
    if (by.startsWith('decision ')) return decisions.has(by.slice(-4)) ? undefined : 'there is no such decision';
    const [file = '', title = ''] = by.split(' :: ');
    const known = titles.get(file);
    if (known === undefined) return 'there is no such test file';
    return title !== '' && known.has(title) ? undefined : 'no such test asserts anything';
  }

  test.each([
    ['01', overview, 52],
    ['02', technical, 70],
    ['04', toolIds, 31],
    ['05', edgeCases, 65],
  ])('of document %s has a test or a decision', (document, statements, count) => {
    expect(statements.filter(({ section }) => !section.startsWith(`${document} `))).toEqual([]);
    expect(statements).toHaveLength(count);
    const open = statements.flatMap((one) => {
      const why = missing(one);
      return why === undefined ? [] : [`${one.section} ${one.says}: ${one.by}: ${why}`];
    });
    expect(open).toEqual([]);
  });

  test.each([
    ['an unproved requirement', 'REQ-915-999', 'no test proves it'],
    ['a missing decision', 'decision 9999', 'there is no such decision'],
    ['a missing file', 'test/nothing.test.ts :: x', 'there is no such test file'],
    ['a missing test', 'test/requirements.test.ts :: x', 'no such test asserts anything'],
    ['nothing', '', 'there is no such test file'],
  ])('fails for %s', (_, by, why) => {
    expect(missing({ section: '01 §0', says: 'anything', by })).toBe(why);
  });
});
