/**
 * The right to write a session: a lease that its holder renews, timed by the database's clock because clocks of machines differ.
 * `fence` makes late statements of a former holder fail.
 */
import type { Clock } from '../../time/clock.ts';
import { noSuchSession, storeClosed } from '../refusals.ts';
import type { OpenOptions, SessionHeader } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import type { Database, Queries } from './database.ts';
import { type HeaderText, readHeader } from './stored-header.ts';
import { escapeText } from './stored-text.ts';
import type { Tables } from './tables.ts';

export interface Lease {
  readonly session: string;
  /** Unique to this opener. */
  readonly key: string;
  /** The display name; stored escaped, so that it is safe on a terminal. */
  readonly holder: string;
  readonly ms: number;
}

export interface TakenLease {
  readonly fence: number;
  readonly last: number;
  readonly header: SessionHeader;
  /** The holder that let it expire. */
  readonly takenFrom?: string;
}

interface LeaseRow extends HeaderText {
  readonly last: string;
  readonly fence: string;
  readonly holder: string | null;
  readonly state: 'free' | 'mine' | 'expired' | 'held';
}

/** Takes it as soon as it is free, with a maximum wait. */
export async function takeLease(
  database: Database,
  tables: Tables,
  lease: Lease,
  waiting: { readonly ms: number; readonly clock: Clock; readonly signal: AbortSignal } & OpenOptions,
): Promise<TakenLease> {
  for (let waited = 0, pause = 20; ; pause = Math.min(pause * 2, 250)) {
    const taken = await database.transaction((queries) => tryLease(queries, tables, lease));
    if (!('heldBy' in taken)) return taken;
    if (waiting.signal.aborted) throw storeClosed();
    if (waited === 0 && waiting.ms > 0) waiting.onWait?.(taken.heldBy);
    if (waited >= waiting.ms) throw lockedError(lease.session, taken.heldBy);
    const ms = Math.min(pause, waiting.ms - waited);
    await waiting.clock.sleep(ms, waiting.signal);
    waited += ms;
  }
}

async function tryLease(
  queries: Queries,
  tables: Tables,
  lease: Lease,
): Promise<TakenLease | { readonly heldBy: string }> {
  const row = await lockSession(queries, tables, lease);
  if (row === undefined) throw noSuchSession(lease.session);
  if (row.state === 'held') return { heldBy: row.holder ?? 'another process' };
  const header = readHeader(lease.session, row); // before anything is changed: what cannot be read is left alone
  // Repeated if the lease is already ours: the response was lost, and so may be a later statement.
  await queries.query(
    `update ${tables.session} set lease = $2, holder = $3, fence = fence + 1, owner = coalesce(owner, current_user),
       lease_until = clock_timestamp() + $4 * interval '1 millisecond' where id = $1`,
    [lease.session, lease.key, escapeText(lease.holder), lease.ms],
  );
  return {
    fence: Number(row.fence) + 1,
    last: Number(row.last),
    header,
    ...(row.state === 'expired' ? { takenFrom: row.holder ?? 'another process' } : {}),
  };
}

/** Locks the row: everyone who wants to change the session waits here. */
export async function lockSession(
  queries: Queries,
  tables: Tables,
  lease: Pick<Lease, 'session' | 'key'>,
): Promise<LeaseRow | undefined> {
  const [row] = await queries.query<LeaseRow>(
    `select header, checksum, last, fence, holder,
       case when lease is null then 'free' when lease = $2 then 'mine'
            when lease_until <= clock_timestamp() then 'expired' else 'held' end as state
     from ${tables.session} where id = $1 and ${tables.isOwn} for update`,
    [lease.session, lease.key],
  );
  return row;
}

/** False if another process holds it now. */
export async function renewLease(database: Database, tables: Tables, lease: Lease): Promise<boolean> {
  const rows = await database.query(
    `update ${tables.session} set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
     where id = $1 and lease = $2 returning id`,
    [lease.session, lease.key, lease.ms],
  );
  return rows.length > 0;
}

export async function releaseLease(database: Database, tables: Tables, lease: Lease): Promise<void> {
  await database.query(
    `update ${tables.session} set lease = null, holder = null, lease_until = null where id = $1 and lease = $2`,
    [lease.session, lease.key],
  );
}

export function lockedError(session: string, holder: string): StoreError {
  const fix = 'Close it there, or wait: if that process is gone, its lease expires.';
  return new StoreError('locked', `The session ${session} is open for writing in ${holder}.`, fix);
}
