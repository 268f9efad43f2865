/** Migrates a schema to the current version: once, even if many processes start together. */
import { useNewerProgram } from '../refusals.ts';
import { StoreError } from '../store-error.ts';
import type { Database, Queries } from './database.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

export async function migrate(database: Database, { name, schema }: Tables): Promise<void> {
  // Checked first: a user without create permission can still use what exists.
  const version = await database.run((queries) => findVersion(queries, name, schema));
  if (isCurrent(version, schema)) return;
  await database.transaction(async (queries) => {
    await queries.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`interlock ${schema}`]);
    const found = await findVersion(queries, name, schema);
    if (isCurrent(found, schema)) return;
    await refuseOtherEncodings(queries);
    if (found === 0) {
      await queries.query(`create schema if not exists ${schema}`);
      await queries.query(`create table if not exists ${schema}.migration (
        version integer primary key,
        at timestamptz not null default clock_timestamp()
      )`);
    }
    for (const [index, statements] of migrations.entries()) {
      const step = index + 1;
      if (step <= found) continue;
      for (const statement of statements(schema)) await queries.query(statement);
      await queries.query(`insert into ${schema}.migration (version) values ($1)`, [step]);
    }
  });
}

/** 0: no tables yet. */
async function findVersion(queries: Queries, name: string, schema: string): Promise<number> {
  // `to_regclass` could still return the answer from before the wait for the lock.
  const tables = await queries.query(
    `select from pg_catalog.pg_tables where schemaname = $1 and tablename = 'migration'`,
    [name],
  );
  if (tables.length === 0) return 0;
  const [row] = await queries.query<{ readonly version: number }>(
    `select coalesce(max(version), 0) as version from ${schema}.migration`,
  );
  return row?.version ?? 0;
}

function isCurrent(version: number, schema: string): boolean {
  if (version <= migrations.length) return version === migrations.length;
  throw new StoreError(
    'newer-format',
    `The schema ${schema} has version ${version}; this program knows versions up to ${migrations.length}.`,
    useNewerProgram,
  );
}

/** With any other encoding some characters could not be stored. */
async function refuseOtherEncodings(queries: Queries): Promise<void> {
  const [row] = await queries.query<{ readonly encoding: string }>(
    `select current_setting('server_encoding') as encoding`,
  );
  if (row?.encoding === 'UTF8') return;
  throw new StoreError(
    'unreadable',
    `The database encoding is ${row?.encoding ?? 'unknown'}, which cannot store all text.`,
    "Create one with encoding 'UTF8'.",
  );
}
