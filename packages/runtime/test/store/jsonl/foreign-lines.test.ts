/** Lines of another session in a session's file: each record belongs to its own session. */
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { createJsonlStore, type SessionRecord } from '../../../src/index.ts';
import { recordsOf } from '../../agents.ts';

let root = '';
beforeEach(async () => {
  root = temporaryFolder('foreign');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const said = (text: string): SessionRecord => ({
  kind: 'content',
  content: { speaker: 'human', blocks: [{ type: 'text', text }], metadata: { turnId: 'turn-1' } },
});

async function write(id: string, texts: readonly string[]): Promise<string> {
  const store = createJsonlStore(root);
  const log = await store.create({ version: 1, id, workspace: '/w', createdAt: 1, spawnDepth: 0 });
  for (const text of texts) await log.append(said(text), true);
  await log.close();
  await store.close();
  for await (const path of glob(join(root, '**', `${id}.jsonl`))) return path;
  throw new Error('There is no file.');
}

async function read(id: string) {
  const store = createJsonlStore(root);
  const opened = await store.open(id);
  const texts: unknown[] = [];
  for await (const { record } of opened.records) if (record.kind === 'content') texts.push(record.content.blocks[0]);
  await opened.log.append(said('appended'), true);
  await opened.log.close();
  const again = (await recordsOf(store, id)).length;
  await store.close();
  return { texts: texts.map((block) => Reflect.get(Object(block), 'text')), warnings: opened.warnings, again };
}

const one = ['one', 'two', 'three'];

test.for<readonly [string, (own: readonly string[], other: readonly string[]) => readonly string[]]>([
  ['at the end', (own, other) => [...own, ...other.slice(1)]],
  ['before its own', (own, other) => [own[0] ?? '', ...other.slice(1), ...own.slice(1)]],
  ['with their header, before everything', (own, other) => [...other, ...own]],
  ['between its own', (own, other) => own.flatMap((line, at) => (at === 0 ? [line] : [other[at] ?? '', line]))],
])('skips lines of another session %s, and names that session', async ([, weave]) => {
  const [own, other] = [await write('mine', one), await write('other', ['x', 'y', 'z', 'last'])];
  const lines = await Promise.all(
    [own, other].map(async (path) => (await readFile(path, 'utf8')).trimEnd().split('\n')),
  );
  await writeFile(own, `${weave(lines[0] ?? [], lines[1] ?? []).join('\n')}\n`);
  const { texts, warnings, again } = await read('mine');
  expect([texts, again]).toEqual([one, 4]);
  expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(['foreign']));
  expect(warnings[0]?.message).toMatch(/of session mine belongs? to another session\. (It was|They were) skipped/);
});

test('a renamed file keeps its records and those appended to it', async () => {
  const path = await write('before', one);
  await rename(path, path.replace('before.jsonl', 'after.jsonl'));
  const { texts, again } = await read('after');
  expect([texts, again, (await read('after')).texts]).toEqual([one, 4, [...one, 'appended']]);
});
