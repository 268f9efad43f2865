import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../architecture/repository.ts';
import { longest } from './longest-first.ts';

test('the files that run first exist', () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
