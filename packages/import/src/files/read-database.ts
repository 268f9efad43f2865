/**
 * Rows of another agent's SQLite database. It is never written, not even by SQLite itself: without a log next to it the
 * file is opened as immutable; with a log and its index it is opened for reading; with only a log, which SQLite would
 * have to index, or with the journal of a killed writer, which it would have to undo, copies in a private folder are read and removed.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { AgentRecord, DatabaseForm } from '../reading/agent-reader.ts';
import { ImportError } from '../reading/import-error.ts';
import { defaultLimits } from './limits.ts';
import { openFile } from './open-file.ts';
import type { ReadFile } from './read-lines.ts';

type Row = Readonly<Record<string, unknown>>;
type Query = (sql: string, values?: Readonly<Record<string, string>>) => readonly Row[];

/** The session `id`; by default the first one that the database lists. */
export async function readDatabase(path: string, form: DatabaseForm, asked: string | undefined): Promise<ReadFile> {
  return withDatabase(path, (query) => {
    const id = asked ?? String(query(form.sessions)[0]?.['id'] ?? '');
    const rows = form.rows.flatMap(({ table, query: sql }) =>
      query(sql, { id }).map((row): JsonObject => ({ ...jsonRow(row), table })),
    );
    if (rows.length === 0)
      throw new ImportError('session-not-found', `${path} has no session ${id}.`.replace(' .', '.'));
    return { records: rows.map((value, index): AgentRecord => ({ at: index + 1, value })), problems: [] };
  });
}

/** The sessions of a database, as its rows describe them. */
export async function listDatabase(path: string, form: DatabaseForm): Promise<readonly JsonObject[]> {
  return withDatabase(path, (query) => query(form.sessions).map(jsonRow));
}

/** The first of these forms whose tables and columns the database has. */
export async function formOfDatabase(path: string, forms: readonly DatabaseForm[]): Promise<DatabaseForm | undefined> {
  return withDatabase(path, (query) => forms.find((form) => isFormOf(query, form)));
}

function isFormOf(query: Query, { sessions, rows }: DatabaseForm): boolean {
  try {
    for (const sql of [sessions, ...rows.map((each) => each.query)]) query(`SELECT 1 FROM (${sql}) LIMIT 0`);
    return true;
  } catch (error) {
    if (error instanceof Error && /^no such (?:table|column)/.test(error.message)) return false;
    throw error;
  }
}

async function withDatabase<T>(path: string, read: (query: Query) => T): Promise<T> {
  // Refuses everything but regular files.
  await (await openFile(path, 'follow')).close();
  const logs = ['-wal', '-journal'].filter((ending) => existsSync(path + ending));
  if (logs.length === 0) return queryWith(`${pathToFileURL(path).href}?immutable=1`, read);
  if (logs.includes('-wal') && existsSync(`${path}-shm`)) return queryWith(pathToFileURL(path).href, read);
  const folder = await mkdtemp(join(tmpdir(), 'interlock-import-'));
  try {
    const copy = join(folder, basename(path));
    await copyFile(path, copy);
    for (const ending of logs) await copyFile(path + ending, copy + ending);
    return await queryWith(pathToFileURL(copy).href, read, 'undo');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loaded on use: most agents use plain files, and Node warns that SQLite is experimental. */
async function queryWith<T>(address: string, read: (query: Query) => T, mode: 'read' | 'undo' = 'read'): Promise<T> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(new URL(address), { readOnly: mode === 'read', allowExtension: false });
  try {
    return read((sql, values = {}) => {
      const statement = database.prepare(sql);
      statement.setAllowUnknownNamedParameters(true);
      statement.setReadBigInts(true);
      return statement.all(values) as readonly Row[];
    });
  } finally {
    database.close();
  }
}

/** Numbers outside JSON's range as text. */
function jsonRow(row: Row): JsonObject {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, jsonCell(value)]));
}

function jsonCell(value: unknown): JsonValue {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array ? bytesCell(Buffer.from(value)) : null;
}

const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Compressed text as text, other bytes as base64. */
function bytesCell(bytes: Buffer): string {
  if (!bytes.subarray(0, zstdStart.length).equals(zstdStart)) return bytes.toString('base64');
  try {
    return zlib.zstdDecompressSync(bytes, { maxOutputLength: defaultLimits.lineBytes }).toString('utf8');
  } catch {
    return ''; // torn, or too large
  }
}
