/** The table of dependencies in docs/security.md is that of the package.json files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../architecture/repository.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function neededBy(name: string): readonly string[] {
  const { dependencies, peerDependencies, optionalDependencies }: Manifest = JSON.parse(
    readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
  );
  const all = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  return all.filter((each) => !each.startsWith('@interlock/')).sort();
}

/** What the rows say: packages in the first column, what they need in the second. */
function told(page: string): ReadonlyMap<string, readonly string[]> {
  const section = /^## Dependencies$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const needs = new Map<string, string[]>();
  for (const line of section.split('\n').filter((each) => each.startsWith('| ') && !each.startsWith('| package'))) {
    const [, who = '', what = ''] = line.split('|');
    const names = [...what.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    for (const each of who.split(',')) needs.set(each.trim(), [...(needs.get(each.trim()) ?? []), ...names]);
  }
  return needs;
}

test('the table of dependencies names exactly what each package needs', () => {
  const needs = told(readFileSync(join(root, 'docs/security.md'), 'utf8'));
  const packages = readdirSync(join(root, 'packages'));
  const expected = packages.map((name) => [name, neededBy(name)]);
  expect(packages.map((name) => [name, [...(needs.get(name) ?? [])].sort()])).toEqual(expected);
  expect([...needs.keys()].filter((name) => !packages.includes(name))).toEqual([]);
});

/** Nothing of it is loaded, and a project has one version of it: its own. */
const onlyTypes = '@types/node';

test('every version is exact, but those of packages that the user installs and of types', () => {
  const ranges = readdirSync(join(root, 'packages')).flatMap((name) => {
    const { dependencies = {} }: Manifest = JSON.parse(
      readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
    );
    return Object.entries(dependencies).filter(
      ([name, version]) => name !== onlyTypes && !/^\d+\.\d+\.\d+$/.test(version),
    );
  });
  expect(ranges).toEqual([]);
});
