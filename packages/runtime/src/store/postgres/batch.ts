/** Writes records to the database: one statement per batch, and recovery if its response did not arrive. */
import type { StoredRecord } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { inTransaction, type Queries } from './database.ts';
import { type Lease, lockSession } from './lease.ts';
import type { Tables } from './tables.ts';

export interface BatchEntry {
  readonly stored: StoredRecord;
  readonly body: string;
  readonly checksum: string;
}

/** The state of the database as the log knows it. */
export interface Progress {
  /** The newest sequence number known to be in the database. */
  readonly written: number;
  readonly fence: number;
}

export const batchEntries = 200;
export const batchCharacters = 4_000_000;

/** Takes as many entries as one statement should carry, but at least one if there is any. */
export function batchOf<Some extends BatchEntry>(queue: readonly Some[]): readonly Some[] {
  let characters = 0;
  const end = queue.slice(0, batchEntries).findIndex((entry, index) => {
    characters += entry.body.length;
    return index > 0 && characters > batchCharacters;
  });
  return queue.slice(0, end === -1 ? batchEntries : end);
}

/** The state afterwards; undefined: nothing was written, because the session has changed. */
export async function insertBatch(
  queries: Queries,
  tables: Tables,
  lease: Lease,
  { written, fence }: Progress,
  batch: readonly BatchEntry[],
): Promise<Progress | undefined> {
  const entries = batch.filter(({ stored }) => stored.sequence > written);
  const newest = entries.at(-1)?.stored;
  if (newest === undefined) return { written, fence };
  const rows = await queries.query(
    `with held as (
       update ${tables.session} set last = $5, updated_at = $6,
         lease_until = clock_timestamp() + $7 * interval '1 millisecond'
       where id = $1 and lease = $2 and fence = $3 and last = $4 returning id
     )
     insert into ${tables.record} (session, sequence, at, body, checksum)
     select held.id, entry.sequence, entry.at, entry.body, entry.checksum
     from held, (values ${placesFor(entries.length)}) as entry (sequence, at, body, checksum)
     returning sequence`,
    [
      ...[lease.session, lease.key, fence, written, newest.sequence, newest.at, lease.ms],
      ...entries.flatMap(({ stored, body, checksum }) => [stored.sequence, stored.at, body, checksum]),
    ],
  );
  return rows.length === 0 ? undefined : { written: newest.sequence, fence };
}

/** The parameters of the rows, which follow the seven values that occur once. */
function placesFor(entries: number): string {
  return Array.from({ length: entries }, (_, index) => {
    const place = 8 + 4 * index;
    return `($${place}::bigint, $${place + 1}::double precision, $${place + 2}::text, $${place + 3}::text)`;
  }).join(', ');
}

/**
 * Records of `batch` that are in the database count as written; records whose callers were told that they failed are deleted. The
 * fence is raised, so that nothing sent before can still arrive.
 */
export function compareBatch(
  queries: Queries,
  tables: Tables,
  lease: Lease,
  { written }: Progress,
  batch: readonly BatchEntry[],
): Promise<Progress> {
  const { session } = lease;
  return inTransaction(queries, async () => {
    const row = await lockSession(queries, tables, lease);
    if (row === undefined) throw new StoreError('gone', `The session ${session} was deleted.`, 'Start a new one.');
    const there = await queries.query<{ readonly sequence: string; readonly checksum: string }>(
      `select sequence, checksum from ${tables.record} where session = $1 and sequence > $2 and sequence <= $3`,
      [session, written, batch.at(-1)?.stored.sequence ?? written],
    );
    const sums = new Map(there.map((found) => [Number(found.sequence), found.checksum]));
    const missing = batch.find(
      ({ stored, checksum }) => stored.sequence > written && sums.get(stored.sequence) !== checksum,
    );
    const newest = missing === undefined ? batch.at(-1)?.stored.sequence : missing.stored.sequence - 1;
    const last = Math.max(newest ?? written, written);
    if (row.state !== 'mine') throw lostError(session, row.holder, last);
    if (Number(row.last) < written) throw rewoundError(session, Number(row.last), written);
    await queries.query(`delete from ${tables.record} where session = $1 and sequence > $2`, [session, last]);
    const [raised] = await queries.query<{ readonly fence: string }>(
      `update ${tables.session} set last = $2, fence = fence + 1 where id = $1 returning fence`,
      [session, last],
    );
    return { written: last, fence: Number(raised?.fence) };
  });
}

export function lostError(session: string, holder: string | null, written: number): StoreError {
  return new StoreError(
    'conflict',
    `The session ${session} was taken over by ${holder ?? 'another process'} after this process had not renewed its lease. ` +
      `What this process wrote is stored up to record ${written}; nothing after that was written.`,
    'Open the session again to continue from what it holds now.',
  );
}

function rewoundError(session: string, last: number, written: number): StoreError {
  return new StoreError(
    'conflict',
    `The database holds the session ${session} up to record ${last}, but has confirmed ${written}: it was reset to an older state.`,
    'Check whether a backup or a standby took its place; open the session again to continue from what it holds now.',
  );
}
