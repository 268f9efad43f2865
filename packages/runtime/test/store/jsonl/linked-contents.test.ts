/** File contents are stored once for all sessions of a store, read once, and deleted with the last session that uses them. */
import { link, lstat, mkdir, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { hashOf } from '../../../src/changes/file-state.ts';
import { type Listing, SavedFiles } from '../../../src/changes/saved-files.ts';
import { History } from '../../../src/history/history.ts';
import { emptyFacts } from '../../../src/history/session-facts.ts';
import { createJsonlStore, systemClock } from '../../../src/index.ts';
import type { JsonlStore } from '../../../src/store/jsonl-store.ts';

const folders: string[] = [];
const stores: JsonlStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const texts = { 'a.txt': 'one\n', 'b.txt': 'two\n', 'copy.txt': 'one\n' };

async function place(): Promise<{ readonly root: string; readonly workspace: string }> {
  const folder = temporaryFolder('contents');
  folders.push(folder);
  const workspace = join(folder, 'work');
  await mkdir(workspace);
  for (const [name, text] of Object.entries(texts)) await writeFile(join(workspace, name), text);
  return { root: join(folder, 'store'), workspace };
}

type Place = Awaited<ReturnType<typeof place>>;

interface Kept {
  readonly listing: Listing;
  readonly store: JsonlStore;
}

/** What a session saves before its first command. By its clock, files that were just written are old. */
async function keep({ root, workspace }: Place, id: string, laterMs = 60_000): Promise<Kept> {
  const store = createJsonlStore(root);
  stores.push(store);
  const log = await store.create({ version: 1, id, workspace, createdAt: 0, spawnDepth: 0 });
  const history = new History(log, emptyFacts());
  const clock = { ...systemClock, now: () => systemClock.now() + laterMs };
  const saved = new SavedFiles({
    history,
    files: store.sideFiles,
    sessionId: id,
    workspace: { root: workspace, alsoAllowed: [] },
    clock,
  });
  await saved.before({ exclusive: true });
  const name = history.facts.kept.at(-1)?.listing ?? '';
  await log.close();
  return { listing: JSON.parse(Buffer.from(await store.sideFiles.read(id, name)).toString()), store };
}

async function readKept({ listing, store }: Kept, id: string): Promise<readonly string[]> {
  return Promise.all(
    listing.files.map(async ({ state }) => {
      const blob = state !== null && 'blob' in state ? state.blob : '';
      return Buffer.from(await store.sideFiles.read(id, `blob-${blob}`)).toString();
    }),
  );
}

const contentPath = (root: string, text: string): string =>
  join(root, 'contents', hashOf(text).slice(0, 2), hashOf(text));

async function contentsIn(root: string): Promise<readonly string[]> {
  const names = await readdir(join(root, 'contents'), { recursive: true });
  return names
    .filter((name) => name.length > 2)
    .map((name) => name.slice(3))
    .toSorted();
}

const both = [hashOf('one\n'), hashOf('two\n')].toSorted();

test('two sessions store the same contents once, private to their owner; deleting the last one removes them', async () => {
  const here = await place();
  const [one, two] = [await keep(here, 'first'), await keep(here, 'second')];
  expect(two.listing).toEqual(one.listing);
  expect(await readKept(two, 'second')).toEqual(Object.values(texts));
  expect(await contentsIn(here.root)).toEqual(both);
  const path = contentPath(here.root, 'one\n');
  const { nlink, mode } = await lstat(path);
  const folder = await stat(join(path, '..'));
  expect([nlink, mode & 0o777, folder.mode & 0o777]).toEqual([3, 0o600, 0o700]);

  await one.store.delete('first');
  expect(await contentsIn(here.root)).toEqual(both);
  expect(await readKept(two, 'second')).toEqual(Object.values(texts));
  await one.store.delete('second');
  expect(await contentsIn(here.root)).toEqual([]);
});

async function signsIn({ root }: Place): Promise<string> {
  const names = await readdir(root, { recursive: true });
  return join(root, names.find((name) => name.endsWith('file-signs.json')) ?? 'none');
}

test('another session does not read unchanged files again', async () => {
  const here = await place();
  await keep(here, 'first');
  // A session that reads the file again would notice that this is wrong.
  const fingerprints = await signsIn(here);
  const told = (await readFile(fingerprints, 'utf8')).replace(hashOf('two\n'), hashOf('one\n'));
  await writeFile(fingerprints, told);
  const { listing } = await keep(here, 'second');
  expect(listing.files[1]).toEqual({
    path: join(here.workspace, 'b.txt'),
    state: { blob: hashOf('one\n'), mode: 0o644 },
  });
  await writeFile(join(here.workspace, 'b.txt'), 'three\n');
  expect(await readKept(await keep(here, 'third'), 'third')).toEqual(['one\n', 'three\n', 'one\n']);
});

test('reads a file again that was written just now, because it may change within the same tick', async () => {
  const here = await place();
  await keep(here, 'first', 0);
  await expect(readFile(await signsIn(here))).rejects.toThrow();
});

test.each<[what: string, damage: (here: Place) => Promise<void>]>([
  ['a content was removed', ({ root }) => unlink(contentPath(root, 'one\n'))],
  ['all of them were', ({ root }) => rm(join(root, 'contents'), { recursive: true })],
  [
    'the list of signatures is damaged',
    async (here) => writeFile(await signsIn(here), '{"format":1,"files":{"a.txt":[1]'),
  ],
  ['the list of signatures is outdated', async (here) => writeFile(await signsIn(here), '{"format":2}')],
])('%s: everything is still kept', async (_, damage) => {
  const here = await place();
  await keep(here, 'first');
  await damage(here);
  expect(await readKept(await keep(here, 'second'), 'second')).toEqual(Object.values(texts));
});

test('two concurrent writers keep everything', async () => {
  const here = await place();
  const ids = ['first', 'second', 'third', 'fourth'];
  const all = await Promise.all(ids.map((id) => keep(here, id)));
  for (const [index, saved] of all.entries())
    expect(await readKept(saved, ids[index] ?? '')).toEqual(Object.values(texts));
});

test('deleting the next session removes what a kill left behind; what is linked at that moment stays', async () => {
  const here = await place();
  const { store } = await keep(here, 'first');
  const left = contentPath(here.root, 'left\n');
  const used = contentPath(here.root, 'used\n');
  for (const path of [left, used]) {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, 'x');
  }
  await link(used, join(here.workspace, 'link'));
  await store.delete('first');
  expect(await contentsIn(here.root)).toEqual([hashOf('used\n')]);
});
