/** Side files in the same database, so that every machine that can read a session can read them. */
import { createHash } from 'node:crypto';
import { noSuchSession, noSuchSideFile } from '../refusals.ts';
import { checkSessionId, checkSideFileName } from '../session-id.ts';
import type { SideFiles } from '../side-files.ts';
import { StoreError } from '../store-error.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** A value is sent as text of twice its length, in one string. */
const maxBytes = 128 * 1024 * 1024;

export function postgresSideFiles(open: () => Promise<Database>, tables: Tables): SideFiles {
  return {
    keep: async (sessionId, name, data) => {
      checkSessionId(sessionId);
      checkSideFileName(name);
      const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.slice());
      if (bytes.length > maxBytes) {
        const what = `The side file ${name} of the session ${sessionId} has ${bytes.length} bytes and was not stored.`;
        throw new StoreError('invalid-record', what, `Store at most ${maxBytes} bytes in one.`);
      }
      const database = await open();
      const rows = await database.query(
        `insert into ${tables.sideFile} (session, name, data, checksum)
         select id, $2, $3, $4 from ${tables.session} where id = $1 and ${tables.isOwn}
         on conflict (session, name) do update set data = excluded.data, checksum = excluded.checksum
         returning name`,
        [sessionId, name, bytes, sumOf(bytes)],
      );
      if (rows.length === 0) throw noSuchSession(sessionId);
      return `postgres:${sessionId}/${name}`;
    },

    read: async (sessionId, name) => {
      checkSessionId(sessionId);
      checkSideFileName(name);
      const database = await open();
      const [row] = await database.query<{ readonly data: Uint8Array | null; readonly checksum: string | null }>(
        `select data, side_file.checksum from ${tables.session} as session
         left join ${tables.sideFile} as side_file on side_file.session = session.id and side_file.name = $2
         where session.id = $1 and ${tables.isOwn}`,
        [sessionId, name],
      );
      if (row === undefined) throw noSuchSession(sessionId);
      if (row.data === null) throw noSuchSideFile(sessionId, name);
      if (sumOf(row.data) === row.checksum) return row.data;
      const what = `The side file ${name} of the session ${sessionId} is damaged.`;
      throw new StoreError('unreadable', what, 'Continue without it, or restore the row from a backup.');
    },
  };
}

function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
