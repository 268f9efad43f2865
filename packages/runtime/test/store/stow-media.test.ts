/** Large media are stored beside the log, and the log keeps the order of the appends. */
import { expect, test } from 'vitest';
import { createMemoryStore, type SessionRecord, type SideFiles } from '../../src/index.ts';
import { stowingLog } from '../../src/store/stow-media.ts';

const header = { version: 1, id: 'one', workspace: '/', createdAt: 0, spawnDepth: 0 } as const;
const turn = (turnId: string): SessionRecord => ({ kind: 'turn-start', turnId });
const picture: SessionRecord = {
  kind: 'content',
  content: {
    speaker: 'human',
    blocks: [{ type: 'media', mimeType: 'image/png', data: 'A'.repeat(20_000), encoding: 'base64' }],
  },
};

/** A file is stored when the test releases it. */
function slowFiles(): { readonly files: SideFiles; readonly keep: PromiseWithResolvers<string> } {
  const keep = Promise.withResolvers<string>();
  return { files: { keep: () => keep.promise, read: async () => new Uint8Array() }, keep };
}

test('what is appended after a large medium is written after it', async () => {
  const store = createMemoryStore();
  const { files, keep } = slowFiles();
  const log = stowingLog(await store.create(header), files);
  const appended = [turn('1'), picture, turn('2'), turn('3')].map((record) => log.append(record, true));
  keep.resolve('here');
  await Promise.all(appended);
  const kinds: string[] = [];
  for await (const { record } of (await store.read('one')).records) kinds.push(record.kind);
  expect(kinds).toEqual(['turn-start', 'content', 'turn-start', 'turn-start']);
});

test('and is rejected with it: a log has no gaps', async () => {
  const store = createMemoryStore();
  const { files, keep } = slowFiles();
  const log = stowingLog(await store.create(header), files);
  const appended = [picture, turn('1')].map((record) => log.append(record, true).then(() => 'kept', String));
  keep.reject(new Error('full'));
  expect(await Promise.all(appended)).toEqual(['Error: full', 'Error: full']);
  await log.append(turn('2'), true);
  expect((await store.list()).map(({ records }) => records)).toEqual([1]);
});
