/** Two roles in one database: each sees only its own sessions, through the store and through plain SQL. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../../test/postgres/start-postgres.ts';
import { migrations } from '../../../src/store/postgres/migrations.ts';
import { createPostgresStore, type PostgresStore } from '../../../src/store/postgres-store.ts';
import { collect, headerOf, refusal, textRecord } from '../contract.ts';

let server: PostgresServer;
let admin: pg.Client;
const stores: PostgresStore[] = [];
const clients: pg.Client[] = [];

function urlOf(role: string): string {
  return server.url.replace(/\/\/[^:]+:[^@]+@/, `//${role}:secret-of-${role}@`);
}

function open(url: string, schema: string): PostgresStore {
  const store = createPostgresStore({ url, schema, lockWaitMs: 0 });
  stores.push(store);
  return store;
}

async function connect(role: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(role) });
  clients.push(client);
  await client.connect();
  return client;
}

/** The grants that a role needs if it has not created the tables. */
async function grant(schema: string, role: string): Promise<void> {
  await admin.query(`grant usage on schema ${schema} to ${role}`);
  await admin.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`);
}

async function write(store: PostgresStore, id: string): Promise<void> {
  const log = await store.create(headerOf(id));
  await log.append(textRecord(`of ${id}`), true);
  await log.close();
  await store.sideFiles.keep(id, 'a.txt', `beside ${id}`);
}

const idsOf = async (store: PostgresStore): Promise<readonly string[]> =>
  (await store.list()).map(({ header }) => header.id).sort();

beforeAll(async () => {
  server = await startPostgres();
  admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  for (const role of ['anna', 'boris']) await admin.query(`create role ${role} login password 'secret-of-${role}'`);
  await admin.query('grant create on database postgres to anna');
});
afterEach(async () => {
  await Promise.allSettled(stores.splice(0).map((store) => store.close()));
  await Promise.allSettled(clients.splice(0).map((client) => client.end()));
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

describe('a session belongs to the role that created it', () => {
  test('others cannot list, read, resume, delete or overwrite it, and the table owner sees only its own too', async () => {
    const anna = open(urlOf('anna'), 'together');
    await write(anna, 'of-anna');
    await grant('together', 'boris');
    const boris = open(urlOf('boris'), 'together');
    await write(boris, 'of-boris');

    expect({ anna: await idsOf(anna), boris: await idsOf(boris) }).toEqual({ anna: ['of-anna'], boris: ['of-boris'] });
    for (const [store, other] of [
      [anna, 'of-boris'],
      [boris, 'of-anna'],
    ] as const) {
      const attempts = [
        () => store.read(other),
        () => store.open(other),
        () => store.delete(other),
        () => store.sideFiles.read(other, 'a.txt'),
        () => store.sideFiles.keep(other, 'b.txt', 'x'),
      ];
      for (const attempt of attempts) expect(await refusal(attempt())).toBe('not-found');
      expect(await refusal(store.create(headerOf(other)))).toBe('exists');
    }
    const own = await boris.open('of-boris');
    expect(await collect(own.records)).toHaveLength(1);
    await own.log.close();
  });

  test('plain SQL cannot see, change or extend what belongs to others', async () => {
    await write(open(urlOf('anna'), 'direct'), 'of-anna');
    await grant('direct', 'boris');
    const boris = await connect('boris');
    for (const table of ['session', 'record', 'side_file']) {
      expect((await boris.query(`select * from direct.${table}`)).rows).toEqual([]);
      expect((await boris.query(`delete from direct.${table}`)).rowCount).toBe(0);
    }
    expect((await boris.query(`update direct.session set owner = 'boris'`)).rowCount).toBe(0);
    const insert = `insert into direct.record (session, sequence, at, body, checksum) values ('of-anna', 9, 0, '{}', 'x')`;
    await expect(boris.query(insert)).rejects.toThrow('row-level security');
    await expect(boris.query('alter table direct.session disable row level security')).rejects.toThrow('must be owner');
  });

  test('a role that bypasses the database’s checks still gets only its own from the store', async () => {
    await write(open(urlOf('anna'), 'above'), 'of-anna');
    const superuser = open(server.url, 'above');
    expect(await idsOf(superuser)).toEqual([]);
    expect(await refusal(superuser.read('of-anna'))).toBe('not-found');
    expect(await refusal(superuser.open('of-anna'))).toBe('not-found');
  });

  test('the same for values and limits', async () => {
    const anna = open(urlOf('anna'), 'apart');
    await anna.values.keep(['k'], 'of anna', 1_000_000);
    await grant('apart', 'boris');
    for (const other of [open(urlOf('boris'), 'apart'), open(server.url, 'apart')]) {
      expect(await other.values.find(['k'], 1_000_000)).toEqual([]);
      await other.values.keep(['k'], 'of another', 1_000_000);
      expect(await anna.values.find(['k'], 1_000_000)).toEqual([{ keys: ['k'], text: 'of anna' }]);
      for (const store of [anna, other]) {
        const taken = await store.allowances.take('k', 'p', { concurrent: 1 }, 1_000_000);
        expect(taken).toEqual({ granted: true });
      }
    }
    const boris = await connect('boris');
    for (const table of ['value', 'value_key', 'allowance']) {
      expect((await boris.query(`select owner from apart.${table} where owner <> 'boris'`)).rows).toEqual([]);
    }
  });

  test('older sessions belong to everyone until someone continues them', async () => {
    const anna = await connect('anna');
    await anna.query('create schema older');
    for (const statement of migrations[0]?.('older') ?? []) await anna.query(statement);
    await anna.query('create table older.migration (version integer primary key, at timestamptz default now())');
    await anna.query('insert into older.migration (version) values (1)');
    // As the previous version wrote them: with the same statements, in tables without an owner.
    await write(open(urlOf('anna'), 'copied'), 'old');
    await anna.query(`insert into older.session select id, workspace, workspace_digest, header, checksum, updated_at, last,
      fence, lease, holder, lease_until from copied.session`);
    await anna.query('insert into older.record select * from copied.record');

    const store = open(urlOf('anna'), 'older');
    expect(await idsOf(store)).toEqual(['old']);
    await grant('older', 'boris');
    const boris = open(urlOf('boris'), 'older');
    expect(await idsOf(boris)).toEqual(['old']);
    await (await boris.open('old')).log.close();
    expect({ anna: await idsOf(store), boris: await idsOf(boris) }).toEqual({ anna: [], boris: ['old'] });
  });
});
