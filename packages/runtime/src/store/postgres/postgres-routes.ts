/** The state of routes for all machines that use the database: cooldowns and round-robin counters. */
import type { FailureReason } from '@interlock/wire';
import type { Cooldown, RouteStore } from '../route-store.ts';
import type { Database } from './database.ts';
import { digest, escapeText, unescapeText } from './stored-text.ts';
import type { Tables } from './tables.ts';

interface CooldownRow {
  readonly key: string;
  readonly reason: FailureReason;
  readonly count: number;
  readonly until: number;
}

export function postgresRoutes(open: () => Promise<Database>, tables: Tables): RouteStore {
  return {
    cooldowns: async () => {
      const database = await open();
      const rows = await database.query<CooldownRow>(
        `select key, reason, count, until from ${tables.cooldown} order by key collate "C"`,
      );
      return rows.map(({ key, reason, count, until }) => ({ key: unescapeText(key), reason, count, until }));
    },

    // Two processes may fail at the same time: whichever writes last, the window does not get shorter.
    put: async ({ key, reason, count, until }: Cooldown) => {
      const database = await open();
      await database.query(
        `insert into ${tables.cooldown} as old (digest, key, reason, count, until) values ($1, $2, $3, $4, $5)
         on conflict (digest) do update set reason = excluded.reason, count = excluded.count, until = excluded.until
         where old.until <= excluded.until`,
        [digest(key), escapeText(key), reason, count, until],
      );
    },

    clear: async (key) => {
      const database = await open();
      await database.query(`delete from ${tables.cooldown} where digest = $1`, [digest(key)]);
    },

    take: async (counter) => {
      const database = await open();
      // If it runs twice after a lost connection, a number is skipped, which is harmless.
      const [row] = await database.query<{ readonly taken: string }>(
        `insert into ${tables.counter} as old (digest, name, next) values ($1, $2, 1)
         on conflict (digest) do update set next = old.next + 1 returning next - 1 as taken`,
        [digest(counter), escapeText(counter)],
      );
      return Number(row?.taken);
    },
  };
}
