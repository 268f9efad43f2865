/** The row of a session: its header, and what a list shows. */
import { noSuchSession, sessionExists } from '../refusals.ts';
import type { SessionHeader, SessionSummary, StoreWarning } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import type { Database } from './database.ts';
import type { Lease } from './lease.ts';
import { type HeaderText, headerSum, readHeader } from './stored-header.ts';
import { digest, escapeText } from './stored-text.ts';
import type { Tables } from './tables.ts';

/** Returns the fence. The same lease may try again: the first response may have been lost. */
export async function createSession(
  database: Database,
  tables: Tables,
  header: SessionHeader,
  lease: Lease,
): Promise<number> {
  const { id, workspace, createdAt } = header;
  const text = JSON.stringify(header);
  const inserted = database.query<{ readonly fence: string }>(
    `insert into ${tables.session} as old
       (id, workspace, workspace_digest, header, checksum, updated_at, lease, holder, lease_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + $9 * interval '1 millisecond')
     on conflict (id) do update set lease_until = excluded.lease_until where old.lease = excluded.lease
     returning fence`,
    [
      ...[id, escapeText(workspace), digest(workspace), text, headerSum(id, text), createdAt],
      ...[lease.key, escapeText(lease.holder), lease.ms],
    ],
  );
  const [row] = await inserted.catch((error: unknown) => {
    // A session with that id belongs to another role.
    if (error instanceof StoreError && error.message.includes('row-level security')) return [];
    throw error;
  });
  if (row !== undefined) return Number(row.fence);
  throw sessionExists(id);
}

export async function findSession(
  database: Database,
  tables: Tables,
  id: string,
): Promise<{ readonly header: SessionHeader; readonly last: number }> {
  const [row] = await database.query<HeaderText & { readonly last: string }>(
    `select header, checksum, last from ${tables.session} where id = $1 and ${tables.isOwn}`,
    [id],
  );
  if (row === undefined) throw noSuchSession(id);
  return { header: readHeader(id, row), last: Number(row.last) };
}

export async function listSessions(
  database: Database,
  tables: Tables,
  workspace: string | undefined,
  warn: (warning: StoreWarning) => void,
): Promise<readonly SessionSummary[]> {
  const rows = await database.query<
    HeaderText & { readonly id: string; readonly last: string; readonly updated_at: number }
  >(
    `select id, header, checksum, last, updated_at from ${tables.session}
     where ($1::text is null or workspace_digest = $1) and ${tables.isOwn} order by updated_at desc, id collate "C"`,
    [workspace === undefined ? null : digest(workspace)],
  );
  return rows.flatMap((row) => {
    try {
      return [{ header: readHeader(row.id, row), updatedAt: row.updated_at, records: Number(row.last) }];
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      warn({ code: error.code === 'newer-format' ? 'newer-format' : 'corrupt', message: error.message });
      return [];
    }
  });
}
