/** Values that expire, for all processes that use the database with the same role. Times are the database's: clocks differ. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../time/clock.ts';
import { steadyTime } from '../../time/steady-time.ts';
import type { KeptValues } from '../kept-values.ts';
import type { Database } from './database.ts';
import { digest, escapeText, unescapeText } from './stored-text.ts';
import type { Tables } from './tables.ts';

/** How often each process removes what has expired, and how much at a time. */
const sweepMs = 600_000;
const sweepRows = 1_000;

export function postgresValues(open: () => Promise<Database>, tables: Tables, clock: Clock): KeptValues {
  const now = steadyTime(clock);
  let sweptAt = Number.NEGATIVE_INFINITY;

  const sweep = async (database: Database): Promise<void> => {
    if (now() - sweptAt < sweepMs) return;
    sweptAt = now();
    await database.query(
      `delete from ${tables.value} where id in (
         select id from ${tables.value} where owner = current_user and until <= clock_timestamp()
         limit $1 for update skip locked
       )`,
      [sweepRows],
    );
  };

  return {
    keep: async (keys, text, ageMs) => {
      const database = await open();
      // The id is made here: after a lost connection the statement may run twice.
      await database.query(
        `with kept as (
           insert into ${tables.value} (id, body, until)
           values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond') on conflict (id) do nothing
         )
         insert into ${tables.valueKey} (digest, value) select key, $1 from unnest($4::text[]) as key
         on conflict (owner, digest) do update set value = excluded.value`,
        [randomUUID(), escapeText(text), ageMs, [...new Set(keys.map(digest))]],
      );
      await sweep(database);
    },

    // Renewed after half of its lifetime, so that most reads write nothing.
    find: async (keys, ageMs) => {
      const byDigest = new Map(keys.map((key) => [digest(key), key]));
      const database = await open();
      const rows = await database.query<{ readonly body: string; readonly digests: readonly string[] }>(
        `with found as (
           select value.id, value.body, value.until, array_agg(value_key.digest) as digests
           from ${tables.valueKey} as value_key join ${tables.value} as value on value.id = value_key.value
           where value_key.owner = current_user and value_key.digest = any($1) and value.until > clock_timestamp()
           group by value.id
         ), renewed as (
           update ${tables.value} set until = clock_timestamp() + $2 * interval '1 millisecond'
           where id in (select id from found where until < clock_timestamp() + $2 * interval '0.5 millisecond')
         )
         select body, digests from found`,
        [[...byDigest.keys()], ageMs],
      );
      return rows.map(({ body, digests }) => ({
        text: unescapeText(body),
        keys: digests.flatMap((each) => byDigest.get(each) ?? []),
      }));
    },
  };
}
