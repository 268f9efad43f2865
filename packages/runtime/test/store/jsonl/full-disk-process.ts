/** Runs with a limit for the size of files, and reports what a session's log does when it reaches the limit. */
import { createJsonlStore } from '../../../src/store/jsonl-store.ts';
import { StoreError } from '../../../src/store/store-error.ts';

const codeOf = (error: unknown): string => (error instanceof StoreError ? error.code : String(error));
const record = (text: string) =>
  ({ kind: 'content', content: { speaker: 'human', blocks: [{ type: 'text', text }] } }) as const;

const store = createJsonlStore(process.argv[2] ?? '');
const header = { version: 1, id: 's1', workspace: '/home/ada/project', createdAt: 1, spawnDepth: 0 } as const;
const log = await store.create(header);
const before = await log.append(record('before'), true);
const large = 'x'.repeat(1_000_000);
const refused: string[] = [];
for (const durable of [true, false])
  await log.append(record(large), durable).catch((error) => refused.push(codeOf(error)));
// Too large to be written together with the next record.
const together = [log.append(record('x'.repeat(9_000_000)), false), log.append(record('behind'), true)];
const behind = await Promise.all(together.map((appended) => appended.then(() => 'written', codeOf)));
const after = await log.append(record('after'), true);
const sideFile = await store.sideFiles.keep('s1', 'large.txt', large).catch(codeOf);
await store.close();
console.log(JSON.stringify({ before: before.sequence, large: refused, behind, after: after.sequence, sideFile }));
