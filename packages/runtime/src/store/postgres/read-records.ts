/**
 * Reads a session's rows as records, page by page, so that memory is limited to one page. Unusable rows are skipped with a warning and
 * stay in the table.
 */

import { isKnownRecord } from '../known-record.ts';
import type { StoredRecord, StoreWarning } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import type { Database } from './database.ts';
import { checksum } from './stored-text.ts';
import type { Tables } from './tables.ts';

interface RecordRow {
  readonly sequence: string;
  readonly at: number;
  readonly body: string;
  readonly checksum: string;
}

const pageRows = 500;
const pageBytes = 4_000_000;

/** The records up to `last`, as of the start of reading. */
export async function* readRecords(
  database: Database,
  tables: Tables,
  session: string,
  last: number,
  warn: (warning: StoreWarning) => unknown,
): AsyncGenerator<StoredRecord, void, void> {
  let seen = 0;
  while (seen < last) {
    const page = await readPage(database, tables, session, seen, last);
    for (const row of page) {
      const sequence = Number(row.sequence);
      if (sequence > seen + 1) warn(gapWarning(seen + 1, sequence - 1));
      seen = sequence;
      const stored = readRow(session, row, warn);
      if (stored !== undefined) yield stored;
    }
    if (page.length > 0) continue;
    await refuseWhenDeleted(database, tables, session);
    warn(gapWarning(seen + 1, last));
    return;
  }
}

/** Pages are found by key, not by offset. A page is shorter if its rows are large, but has at least one. */
function readPage(
  database: Database,
  tables: Tables,
  session: string,
  after: number,
  last: number,
): Promise<readonly RecordRow[]> {
  return database.query<RecordRow>(
    `select sequence, at, body, checksum from (
       select *, sum(octet_length(body)) over (order by sequence) - octet_length(body) as before
       from (
         select sequence, at, body, checksum from ${tables.record}
         where session = $1 and sequence > $2 and sequence <= $3 order by sequence limit $4
       ) as next
     ) as page where before < $5 order by sequence`,
    [session, after, last, pageRows, pageBytes],
  );
}

function readRow(session: string, row: RecordRow, warn: (warning: StoreWarning) => unknown): StoredRecord | undefined {
  const sequence = Number(row.sequence);
  const record = row.checksum === checksum(session, sequence, row.at, row.body) ? parse(row.body) : undefined;
  if (record === undefined) {
    const message = `Record ${sequence} of the session ${session} is damaged: it was skipped and is still in the database.`;
    warn({ code: 'corrupt', message, place: sequence });
    return undefined;
  }
  if (isKnownRecord(record)) return { sequence, at: row.at, record };
  const message = `Record ${sequence} of the session ${session} is of a kind this program does not know: it was skipped and is kept.`;
  warn({ code: 'unknown-kind', message, place: sequence });
  return undefined;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function gapWarning(from: number, to: number): StoreWarning {
  const which = from === to ? `Record ${from} is missing.` : `The records ${from} to ${to} are missing.`;
  return { code: 'gap', message: which, place: from };
}

async function refuseWhenDeleted(database: Database, tables: Tables, session: string): Promise<void> {
  const rows = await database.query(`select id from ${tables.session} where id = $1 and ${tables.isOwn}`, [session]);
  if (rows.length > 0) return;
  throw new StoreError('gone', `The session ${session} was deleted while it was read.`, 'Start a new one.');
}
