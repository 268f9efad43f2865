/** Every requirement is proven by a test of each package that owes it, as soon as that package exists. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSources, root } from './architecture/repository.ts';
import { type Owner, owed } from './requirements/owed.ts';
import { provenIn } from './requirements/proofs.ts';

const owners: readonly Owner[] = ['transcript', 'wire', 'runtime'];
const exists = (owner: Owner): boolean => existsSync(join(root, 'packages', owner));
/** What crosses packages is proven in `test/`, and counts for each of them. */
const crossing = readSources('test/**/*.test.ts').flatMap(provenIn);

test('the table holds all fifty requirements, each owed by somebody', () => {
  const all = Array.from({ length: 50 }, (_, at) => `REQ-915-${String(at + 1).padStart(3, '0')}`);
  expect(Object.keys(owed).sort()).toEqual(all);
  expect(Object.values(owed).every((packages) => packages.length > 0)).toBe(true);
});

describe.each(owners.filter(exists))('packages/%s', (owner) => {
  test('proves what it owes', () => {
    const proven = new Set([...crossing, ...readSources(`packages/${owner}/test/**/*.test.ts`).flatMap(provenIn)]);
    const owing = Object.entries(owed).flatMap(([id, packages]) => (packages.includes(owner) ? [id] : []));
    expect(owing.filter((id) => !proven.has(id))).toEqual([]);
  });
});
