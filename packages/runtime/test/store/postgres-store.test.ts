import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/postgres/start-postgres.ts';
import { createPostgresStore, type PostgresStore } from '../../src/store/postgres-store.ts';
import { describeStore } from './contract.ts';

describe('on a real server', () => {
  let server: PostgresServer;
  let direct: pg.Client;
  const open = (): PostgresStore => createPostgresStore({ url: server.url, lockWaitMs: 30 });

  beforeAll(async () => {
    server = await startPostgres();
    direct = new pg.Client({ connectionString: server.url });
    await direct.connect();
    const first = open();
    await first.list();
    await first.close();
  });
  afterAll(async () => {
    await direct?.end();
    await server?.stop();
  });

  describeStore('the PostgreSQL store', async () => {
    await direct.query('delete from interlock.session');
    const store = open();
    let current = store;
    return {
      store,
      reopen: async () => {
        await current.close();
        current = open();
        return current;
      },
      close: () => current.close(),
    };
  });
});
