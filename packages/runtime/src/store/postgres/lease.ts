/**
 * The right to write a session: a lease that its holder renews, counted by the database's own clock because those of
 * several machines differ. `fence` makes what a former holder still sends refused, however late it arrives.
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
  /** Of this opener alone. */
  readonly key: string;
  /** What people call it; shown as it is kept, so that nothing in it can play tricks on a terminal. */
  readonly holder: string;
  readonly ms: number;
}

export interface TakenLease {
  readonly fence: number;
  readonly last: number;
  readonly header: SessionHeader;
  /** Who let it run out. */
  readonly takenFrom?: string;
}

interface LeaseRow extends HeaderText {
  readonly last: string;
  readonly fence: string;
  readonly holder: string | null;
  readonly state: 'free' | 'mine' | 'expired' | 'held';
}

/** Takes it as soon as it is free, waiting at most so long. */
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
  // Once more where the lease is ours already: the answer to taking it was lost, and so may be a statement behind it.
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

/** Everyone who wants to change the session waits here for the others. */
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

/** False when another process holds it by now. */
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
