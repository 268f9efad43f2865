/**
 * Part of `npm run bench:runtime`: resuming a session of 50 MB compared with reading its file and parsing its lines; appending with and
 * without sync compared with bare appends to a file; and the memory a resume needs in addition to what it keeps. Ratios, in one run.
 */
import { appendFile, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createJsonlStore } from '../packages/runtime/src/store/jsonl-store.ts';
import type { SessionRecord } from '../packages/runtime/src/store/session-record.ts';
import type { SessionHeader, StoredRecord } from '../packages/runtime/src/store/session-store.ts';
import { temporaryFolder } from '../test/program/temporary-folder.ts';
import { longHistory } from './long-history.ts';

const sessionBytes = 50_000_000;
const rounds = 7;
const appends = 2_000;
const syncedAppends = 200;

const folder = temporaryFolder('bench');
try {
  await measureResume();
  await measureAppends('without sync', false, appends);
  await measureAppends('with sync', true, syncedAppends);
} finally {
  await rm(folder, { recursive: true });
}

async function measureResume(): Promise<void> {
  const file = await writeSession();
  const store = createJsonlStore(folder);
  await measureMemory(store);
  const rows: { readonly bare: number; readonly resume: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let from = performance.now();
    const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
    const parsed = lines.map((line) => JSON.parse(line)).length;
    const bare = performance.now() - from;
    from = performance.now();
    const kept = (await resume(store)).length;
    const resumed = performance.now() - from;
    if (parsed !== kept + 1) throw new Error('the header and the records are all there is');
    rows.push({ bare, resume: resumed });
  }
  const ratio = median(rows.map(({ bare, resume: ours }) => ours / bare));
  console.log(`Resume of a session of ${sessionBytes / 1e6} MB: ${ratio.toFixed(2)} of reading and parsing its lines.`);
  await store.close();
}

/** Compares the peak with what is alive at the end, which is what a session keeps. */
async function measureMemory(store: ReturnType<typeof createJsonlStore>): Promise<void> {
  const before = used();
  let most = 0;
  const kept: StoredRecord[] = [];
  const opened = await store.open('bench');
  for await (const record of opened.records) {
    kept.push(record);
    if (kept.length % 1_000 === 0) most = Math.max(most, used() - before);
  }
  const live = used() - before;
  await opened.log.close();
  const ratio = Math.max(most, live) / live;
  console.log(
    `Memory while resuming: at most ${ratio.toFixed(2)} times what is kept; target: at most 2 (${kept.length} records).`,
  );
}

/** After a garbage collection: memory that cannot be freed. */
function used(): number {
  if (globalThis.gc === undefined) throw new Error('run it with --expose-gc');
  for (let round = 0; round < 2; round += 1) globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function resume(store: ReturnType<typeof createJsonlStore>): Promise<readonly StoredRecord[]> {
  const kept: StoredRecord[] = [];
  const opened = await store.open('bench');
  for await (const record of opened.records) kept.push(record);
  await opened.log.close();
  return kept;
}

async function writeSession(): Promise<string> {
  const store = createJsonlStore(folder);
  const log = await store.create(headerOf('bench'));
  const records = longHistory(2_000, 1).map((content): SessionRecord => ({ kind: 'content', content }));
  const batchBytes = Buffer.byteLength(JSON.stringify(records));
  for (let written = 0; written < sessionBytes; written += batchBytes)
    await Promise.all(records.map((record) => log.append(record, false)));
  await store.close();
  return fileOf('bench');
}

async function measureAppends(name: string, durable: boolean, count: number): Promise<void> {
  const [content] = longHistory(10, 1).slice(-1);
  if (content === undefined) throw new Error('a history of ten has a last');
  const record: SessionRecord = { kind: 'content', content };
  const store = createJsonlStore(folder);
  const log = await store.create(headerOf(durable ? 'synced' : 'unsynced'));
  const line = `${JSON.stringify({ sum: '00000000', seq: 1, at: 1, record })}\n`;
  const path = join(folder, 'bare');
  const bareFile = await open(path, 'a');
  const rows: { readonly bare: number; readonly ours: number; readonly together: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let from = performance.now();
    for (let index = 0; index < count; index += 1) {
      await appendFile(bareFile, line);
      if (durable) await bareFile.datasync();
    }
    const bare = performance.now() - from;
    from = performance.now();
    for (let index = 0; index < count; index += 1) await log.append(record, durable);
    const ours = performance.now() - from;
    from = performance.now();
    await Promise.all(Array.from({ length: count }, () => log.append(record, durable)));
    rows.push({ bare, ours, together: performance.now() - from });
  }
  await bareFile.close();
  await store.close();
  const single = median(rows.map(({ bare, ours }) => bare / ours));
  const together = median(rows.map(({ bare, together: ours }) => bare / ours));
  console.log(
    `Appends per second ${name}, compared with bare appends: ${single.toFixed(2)} one after the other; ${together.toFixed(1)} all at once.`,
  );
}

async function fileOf(id: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const name = names.find((entry) => entry.endsWith(`${id}.jsonl`));
  if (name === undefined) throw new Error(`there is no session ${id}`);
  return join(folder, name);
}

function headerOf(id: string): SessionHeader {
  return { version: 1, id, workspace: '/bench', createdAt: 0, spawnDepth: 0 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
