/**
 * Rows of another agent's SQLite database. It is never written, not even by SQLite itself: without a log next to it the
 * file is opened as immutable; with a log and its index it is opened for reading; with only a log, which SQLite would
 * have to index, or with the journal of a killed writer, which it would have to undo, copies in a private folder are read and removed.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { AgentRecord, DatabaseForm } from '../reading/agent-reader.ts';
import { ImportError } from '../reading/import-error.ts';
import { defaultLimits } from './limits.ts';
import { openFile } from './open-file.ts';
import type { ReadFile } from './read-lines.ts';

type Row = Readonly<Record<string, unknown>>;
type Query = (sql: string, values?: Readonly<Record<string, string>>) => readonly JsonObject[];

/** The session `id`; by default the first one that the database lists. */
export async function readDatabase(path: string, form: DatabaseForm, asked: string | undefined): Promise<ReadFile> {
  return withDatabase(path, (query) => {
    const id = asked ?? String(query(form.sessions)[0]?.['id'] ?? '');
    const rows = form.rows.flatMap(({ table, query: sql }) =>
      query(sql, { id }).map((row): JsonObject => ({ ...row, table })),
    );
    if (rows.length === 0)
      throw new ImportError('session-not-found', `${path} has no session ${id}.`.replace(' .', '.'));
    return { records: rows.map((value, index): AgentRecord => ({ at: index + 1, value })), problems: [] };
  });
}

/** The sessions of a database, as its rows describe them. */
export async function listDatabase(path: string, form: DatabaseForm): Promise<readonly JsonObject[]> {
  return withDatabase(path, (query) => query(form.sessions));
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
    const isOrdinary = ordinaryTables(database);
    const budget = new Budget(mostBytes);
    return read((sql, values = {}) => {
      if (!isOrdinary(sql)) throw new ImportError('not-readable', notTables);
      const statement = database.prepare(sql);
      statement.setAllowUnknownNamedParameters(true);
      statement.setReadBigInts(true);
      const rows: JsonObject[] = [];
      for (const row of statement.iterate(values)) rows.push(jsonRow(row, budget));
      return rows;
    });
  } finally {
    database.close();
  }
}

/**
 * Whether a query reads only tables whose rows are in the file. A view, a virtual table or a computed column is a program of whoever made the
 * database: its rows may never end, and nothing stops SQLite while it looks for the next.
 */
function ordinaryTables(database: DatabaseSync): (sql: string) => boolean {
  const all = database.prepare("SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view')").all();
  const odd = all.filter(({ type, sql }) => type === 'view' || isComputed(String(sql ?? '')));
  const names = new Set(odd.map(({ name }) => String(name).toLowerCase()));
  return (query) => (query.toLowerCase().match(/\w+/g) ?? []).every((word) => !names.has(word));
}

function isComputed(sql: string): boolean {
  return /^\s*create\s+virtual\b/i.test(sql) || /\bas\s*\(/i.test(sql);
}

const notTables =
  'The database has views or computed tables in place of tables: their rows could be endless, and are not read.';

/** Bytes of all rows that are read at once, unpacked. More does not fit into a text, or into memory. */
const mostBytes = 512 * 1024 * 1024;

class Budget {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  get left(): number {
    return this.#left;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    const megabytes = Math.round(mostBytes / 1024 / 1024);
    throw new ImportError('not-readable', `The rows of the session have more than ${megabytes} MB, unpacked.`);
  }
}

/** Numbers outside JSON's range as text. */
function jsonRow(row: Row, budget: Budget): JsonObject {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const cell = jsonCell(value, budget);
      budget.spend(typeof cell === 'string' ? cell.length : 8);
      return [column, cell];
    }),
  );
}

function jsonCell(value: unknown, budget: Budget): JsonValue {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array ? bytesCell(Buffer.from(value), budget) : null;
}

const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Compressed text as text, other bytes as base64. */
function bytesCell(bytes: Buffer, budget: Budget): string {
  if (!bytes.subarray(0, zstdStart.length).equals(zstdStart)) return bytes.toString('base64');
  try {
    return zlib
      .zstdDecompressSync(bytes, {
        maxOutputLength: Math.max(1, Math.min(defaultLimits.lineBytes, budget.left)),
      })
      .toString('utf8');
  } catch (error) {
    // Torn, or too large: then either this cell alone, or together with the others.
    if (error instanceof RangeError && budget.left < defaultLimits.lineBytes) budget.spend(budget.left + 1);
    return '';
  }
}
