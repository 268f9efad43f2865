/** Runs with its own umask: creates everything a session can have and exits without closing it. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createJsonlStore } from '../../../src/store/jsonl-store.ts';

const [, , folder = '', umask] = process.argv;
process.umask(Number.parseInt(umask ?? '', 8));
const store = createJsonlStore(folder);
const header = { version: 1, id: 's1', workspace: '/home/ada/project', createdAt: 1, spawnDepth: 0 } as const;
await (await store.create(header)).close();
const workspace = (await readdir(folder)).find((name) => name.startsWith('project-')) ?? '';
await writeFile(join(folder, workspace, 's1.jsonl'), 'damage\n', { flag: 'a' });
await store.open('s1');
await store.sideFiles.keep('s1', 'result.txt', 'whole');
process.exit(0);
