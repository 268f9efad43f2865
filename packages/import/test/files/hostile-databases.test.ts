/** Databases that come with a repository. Whoever made them wants the reader to hang, or to run out of memory. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { listDatabase, readDatabase } from '../../src/files/read-database.ts';
import type { DatabaseForm } from '../../src/reading/agent-reader.ts';

const form: DatabaseForm = {
  sessions: 'SELECT id FROM sessions ORDER BY id',
  rows: [{ table: 'messages', query: 'SELECT * FROM messages WHERE session_id = :id ORDER BY at' }],
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function made(fill: (database: DatabaseSync) => void): string {
  const folder = temporaryFolder('hostile');
  folders.push(folder);
  mkdirSync(join(folder, '.crush'));
  const path = join(folder, '.crush', 'crush.db');
  const database = new DatabaseSync(path);
  fill(database);
  database.close();
  return path;
}

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
const ordinary = 'CREATE TABLE messages (session_id TEXT, at INTEGER, body)';

test.each([
  ['an endless view of sessions', `CREATE VIEW sessions AS ${endless} SELECT i AS id FROM n; ${ordinary}`],
  ['an endless view with another spelling', `CREATE VIEW "SESSIONS" AS ${endless} SELECT i AS id FROM n; ${ordinary}`],
  [
    'an endless view of messages',
    `CREATE TABLE sessions (id TEXT); INSERT INTO sessions VALUES ('a'); CREATE VIEW messages AS ${endless} SELECT 'a' AS session_id, i AS at FROM n`,
  ],
  ['a view that never has a row', `CREATE VIEW sessions AS ${endless} SELECT i AS id FROM n WHERE i < 0; ${ordinary}`],
  [
    'a computed column',
    `CREATE TABLE sessions (id TEXT, x TEXT GENERATED ALWAYS AS (hex(zeroblob(100000000)))); ${ordinary}`,
  ],
  ['a virtual table', `CREATE VIRTUAL TABLE sessions USING fts5(id); ${ordinary}`],
])('%s is refused, and nothing of it is run', async (_, sql) => {
  const path = made((database) => database.exec(sql));
  await expect(readDatabase(path, form, 'a')).rejects.toThrow(/views or computed tables|no session/);
  if (!sql.includes('VIEW messages')) {
    await expect(listDatabase(path, form)).rejects.toThrow('views or computed tables');
    await expect(readDatabase(path, form, undefined)).rejects.toThrow('views or computed tables');
  }
});

test('views that are not asked for, and triggers, do no harm', async () => {
  const path = made((database) => {
    database.exec(`CREATE TABLE sessions (id TEXT); ${ordinary}; INSERT INTO sessions VALUES ('a')`);
    database.exec(`INSERT INTO messages VALUES ('a', 1, 'hello'); CREATE VIEW other AS ${endless} SELECT i FROM n`);
    database.exec('CREATE TRIGGER t AFTER INSERT ON sessions BEGIN DELETE FROM messages; END');
  });
  const { records } = await readDatabase(path, form, undefined);
  expect(records.map(({ value }) => value)).toEqual([{ session_id: 'a', at: 1, body: 'hello', table: 'messages' }]);
});

test('packed rows that become gigabytes are refused with their size', async () => {
  const path = made((database) => {
    database.exec(`CREATE TABLE sessions (id TEXT); ${ordinary}; INSERT INTO sessions VALUES ('a')`);
    const packed = zstdCompressSync(Buffer.alloc(100 * 1024 * 1024, 'a'));
    const insert = database.prepare("INSERT INTO messages VALUES ('a', ?, ?)");
    for (let at = 0; at < 25; at += 1) insert.run(at, packed);
  });
  await expect(readDatabase(path, form, 'a')).rejects.toThrow('more than 512 MB, unpacked');
});
