import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../../../test/property/runs.ts';
import { type FileLine, readLines } from '../../../src/store/jsonl/read-lines.ts';
import { tempFolder } from './temp-session.ts';

/** Copies the bytes, which are valid only until the next lines are read. */
async function linesIn(path: string, from: number, to: number, maxBytes: number): Promise<readonly FileLine[]> {
  const handle = await open(path, 'r');
  try {
    const all: FileLine[] = [];
    for await (const lines of readLines(handle, from, to, maxBytes))
      all.push(...lines.map((line) => ({ ...line, bytes: line.bytes && Buffer.from(line.bytes) })));
    return all;
  } finally {
    await handle.close();
  }
}

test(
  'returns every line with its position, wherever the chunks end',
  async () => {
    const path = join(await tempFolder(), 'lines');
    // Near the size of a chunk, so that lines end just before, at and just after its end.
    const sizes = fc.array(fc.oneof(fc.nat(50), fc.integer({ min: 262_100, max: 262_200 }), fc.constant(600_000)), {
      maxLength: 6,
    });
    await holdsAsync(fc.tuple(sizes, fc.nat(30)), 60, async ([lengths, rest]) => {
      const lines = lengths.map((length, index) => Buffer.alloc(length, 97 + index));
      const end = Buffer.alloc(rest, 122);
      const file = Buffer.concat([...lines.flatMap((line) => [line, Buffer.from('\n')]), end]);
      await writeFile(path, file);
      let offset = 0;
      const expected = [...lines, ...(rest > 0 ? [end] : [])].map((bytes, index) => {
        const line = { offset, length: bytes.length, bytes, ended: index < lines.length };
        offset += bytes.length + 1;
        return line;
      });
      const found = await linesIn(path, 0, file.length, 1_000_000);
      expect(found.map(({ offset: at, length, ended }) => [at, length, ended])).toEqual(
        expected.map(({ offset: at, length, ended }) => [at, length, ended]),
      );
      expect(found.every(({ bytes }, index) => bytes?.equals(expected[index]?.bytes ?? Buffer.alloc(0)))).toBe(true);
    });
  },
  patience,
);

test('reports a line that is too long without holding it', async () => {
  const path = join(await tempFolder(), 'lines');
  await writeFile(path, `${'a'.repeat(10)}\n${'b'.repeat(11)}\n${'c'.repeat(700_000)}\nd\n${'e'.repeat(600_000)}`);
  const found = await linesIn(path, 0, 1_300_026, 10);
  expect(found.map(({ length, bytes, ended }) => [length, bytes?.toString(), ended])).toEqual([
    [10, 'aaaaaaaaaa', true],
    [11, undefined, true],
    [700_000, undefined, true],
    [1, 'd', true],
    [600_000, undefined, false],
  ]);
});

test('a range of a file, and one that ends early', async () => {
  const path = join(await tempFolder(), 'lines');
  await writeFile(path, 'one\ntwo\nthree\n');
  const texts = async (from: number, to: number): Promise<readonly unknown[]> =>
    (await linesIn(path, from, to, 100)).map(({ bytes, ended }) => [bytes?.toString(), ended]);
  expect(await texts(4, 8)).toEqual([['two', true]]);
  expect(await texts(4, 10)).toEqual([
    ['two', true],
    ['th', false],
  ]);
  expect(await texts(8, 500)).toEqual([['three', true]]);
  expect(await texts(3, 3)).toEqual([]);
});
