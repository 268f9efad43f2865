/**
 * Limits that all processes of one role share: a token bucket with a minute's capacity, and slots that expire. One statement decides,
 * so that two processes never take the same slot. Times are the database's.
 */
import type { Allowance, AllowanceLimits, Allowances } from '../allowances.ts';
import type { Database } from './database.ts';
import { digest } from './stored-text.ts';
import type { Tables } from './tables.ts';

interface AllowanceRow {
  readonly granted: boolean;
  readonly level: number;
}

export function postgresAllowances(open: () => Promise<Database>, tables: Tables): Allowances {
  return {
    take: async (key, place, limits, leaseMs) => {
      const database = await open();
      const [row] = await database.query<AllowanceRow>(
        `insert into ${tables.allowance} as old (digest, level, at, places, granted)
         values ($1, coalesce($3::float8, 1) - 1, clock_timestamp(),
           jsonb_build_object($2::text, extract(epoch from clock_timestamp()) + $5::float8 / 1000), true)
         on conflict (owner, digest) do update set (level, at, places, granted) = (
           select
             case when allowed then filled - 1 else filled end,
             moment,
             case when allowed then held || jsonb_build_object($2::text, extract(epoch from moment) + $5::float8 / 1000) else held end,
             allowed
           from (
             select *,
               ($3::float8 is null or filled >= 1)
                 and ($4::float8 is null or (select count(*) from jsonb_object_keys(held)) < $4::float8) as allowed
             from (
               select moment, held,
                 coalesce(least($3::float8, old.level + extract(epoch from moment - old.at)::float8 / 60 * $3::float8), 1) as filled
               from (select clock_timestamp() as moment) as clock,
                 lateral (
                   select coalesce(jsonb_object_agg(key, value), '{}') as held from jsonb_each(old.places)
                   where value::float8 > extract(epoch from moment) and key <> $2::text
                 ) as holding
             ) as present
           ) as judged
         )
         returning granted, level`,
        [digest(key), place, limits.perMinute ?? null, limits.concurrent ?? null, leaseMs],
      );
      return judge(row, limits);
    },

    renew: async (key, places, leaseMs) => {
      const database = await open();
      await database.query(
        `update ${tables.allowance} as old set places = old.places || (
           select coalesce(jsonb_object_agg(place, extract(epoch from clock_timestamp()) + $3::float8 / 1000), '{}')
           from unnest($2::text[]) as place
         ) where owner = current_user and digest = $1`,
        [digest(key), places, leaseMs],
      );
    },

    release: async (key, place) => {
      const database = await open();
      await database.query(
        `update ${tables.allowance} set places = places - $2::text where owner = current_user and digest = $1`,
        [digest(key), place],
      );
    },
  };
}

function judge(row: AllowanceRow | undefined, { perMinute }: AllowanceLimits): Allowance {
  if (row?.granted !== false) return { granted: true };
  if (perMinute === undefined || row.level >= 1) return { granted: false, over: 'concurrent' };
  return { granted: false, over: 'perMinute', retryAfterMs: Math.ceil(((1 - row.level) / perMinute) * 60_000) };
}
