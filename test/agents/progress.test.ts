import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../program/temporary-folder.ts';
import { OutOfTime, Progress } from './progress.ts';

test('a stopped run continues where it stopped, with the same code only', async () => {
  const folder = temporaryFolder('progress');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'deep/progress.json');
  let now = 0;
  const made: string[] = [];
  const run = async (state: string, mostMs?: number): Promise<readonly string[]> => {
    const limits = mostMs === undefined ? {} : { mostMs };
    const progress = new Progress({ file, state, now: () => now, ...limits });
    const results: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const result = await progress.part(name, async () => {
        now += 10;
        made.push(`${state} ${name}`);
        return { name };
      });
      results.push(result.name);
    }
    progress.end();
    return results;
  };
  await expect(run('one', 15)).rejects.toThrow(new OutOfTime('c'));
  expect(await run('one')).toEqual(['a', 'b', 'c']);
  expect(made).toEqual(['one a', 'one b', 'one c']);
  // The run is finished, so the next one starts over.
  await expect(run('one', 5)).rejects.toThrow(new OutOfTime('b'));
  expect(await run('two')).toEqual(['a', 'b', 'c']);
  expect(made).toEqual(['one a', 'one b', 'one c', 'one a', 'two a', 'two b', 'two c']);
});
