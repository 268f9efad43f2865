import { inspect } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../../test/postgres/start-postgres.ts';
import {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from '../../../src/store/postgres-store.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import type { Clock } from '../../../src/time/clock.ts';
import { collect, headerOf, refusal, textRecord } from '../contract.ts';
import { type Fault, type FaultyWire, faultyWire } from './faulty-wire.ts';

let server: PostgresServer;
let reader: PostgresStore;
let sessions = 0;
let id: string;
let stores: PostgresStore[] = [];

beforeAll(async () => {
  server = await startPostgres();
  reader = createPostgresStore({ url: server.url });
});
afterAll(async () => {
  await reader?.close();
  await server?.stop();
});
beforeEach(() => {
  sessions += 1;
  id = `session-${sessions}`;
});
afterEach(async () => {
  await server.resume();
  await Promise.allSettled(stores.map((store) => store.close()));
  stores = [];
});

function open(options: Partial<PostgresStoreOptions> = {}): PostgresStore {
  const store = createPostgresStore({ url: server.url, lockWaitMs: 0, ...options });
  stores.push(store);
  return store;
}

/** The records of the session as [sequence, text], read by another store. */
async function kept(): Promise<readonly unknown[]> {
  const { records, warnings } = await reader.read(id);
  const found = (await collect(records)).map(({ sequence, record }) => [
    sequence,
    record.kind === 'content'
      ? record.content.blocks.map((block) => (block.type === 'text' ? block.text : '?')).join()
      : '?',
  ]);
  return [...found, ...warnings];
}

async function summary(): Promise<unknown> {
  return (await reader.list()).find(({ header }) => header.id === id);
}

const numbered = (...texts: readonly string[]): readonly unknown[] => texts.map((text, index) => [index + 1, text]);

/** Appends without waiting. */
const hasty: Clock = { now: () => 1_750_000_000_000, sleep: () => new Promise((resolve) => setImmediate(resolve)) };

async function thrownBy(of: Promise<unknown>): Promise<unknown> {
  return of.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
}

describe('a connection lost during an append', () => {
  let wire: FaultyWire;
  beforeEach(async () => {
    wire = await faultyWire(server.url);
  });
  afterEach(async () => {
    await Promise.allSettled(stores.map((store) => store.close()));
    await wire.close();
  });

  const faults: readonly Fault[] = ['lost', 'unanswered', 'late'];

  test.each(faults)('%s: it is written once, in order', async (fault) => {
    const log = await open({ url: wire.url }).create(headerOf(id));
    await log.append(textRecord('one'), true);
    wire.breakAt('breaks here', fault);
    expect((await log.append(textRecord('two breaks here'), true)).sequence).toBe(2);
    await wire.deliver();
    await log.append(textRecord('three'), true);
    await wire.deliver();
    expect(await kept()).toEqual(numbered('one', 'two breaks here', 'three'));
    expect(await summary()).toMatchObject({ records: 3 });
  });

  test.each(faults)('%s, among others nothing waits for: all are written once, in order', async (fault) => {
    const log = await open({ url: wire.url }).create(headerOf(id));
    wire.breakAt('text 5', fault);
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index + 1}`);
    for (const text of texts) await log.append(textRecord(text), false);
    await log.flush();
    await wire.deliver();
    expect(await kept()).toEqual(numbered(...texts));
  });

  test.each(faults)(
    '%s, and the server stays unreachable: rejected, not kept, and the log continues',
    async (fault) => {
      const log = await open({ url: wire.url, clock: hasty }).create(headerOf(id));
      await log.append(textRecord('one'), true);
      await log.append(textRecord('two'), false);
      wire.breakAt('breaks here', fault, true);
      const durable = thrownBy(log.append(textRecord('refused breaks here'), true));
      const behind = thrownBy(log.append(textRecord('refused with it'), false));
      const error = await durable;
      expect(error).toMatchObject({
        name: 'StoreError',
        code: 'unavailable',
        message: expect.stringMatching(
          /^The session session-\d+ is stored up to record 1; whether later records arrived is not known, and is settled before anything else is written\. The database "postgres" at 127\.0\.0\.1:\d+ could not be reached \(.+\)\. Check that the server is running/,
        ),
      });
      expect(await behind).toBe(error);
      expect(await refusal(log.append(textRecord('refused as well'), false))).toBe('unavailable');
      wire.mend();
      expect((await log.append(textRecord('three'), true)).sequence).toBe(3);
      await wire.deliver();
      expect(await kept()).toEqual(numbered('one', 'two', 'three'));
      await log.append(textRecord('four'), false);
      await log.close();
      expect(await kept()).toEqual(numbered('one', 'two', 'three', 'four'));
    },
  );

  test.each(faults)('%s, rejected, and then closed: what was rejected is not there', async (fault) => {
    const log = await open({ url: wire.url, clock: hasty }).create(headerOf(id));
    await log.append(textRecord('one'), true);
    wire.breakAt('breaks here', fault, true);
    expect(await refusal(log.append(textRecord('breaks here'), true))).toBe('unavailable');
    wire.mend();
    await log.close();
    await wire.deliver();
    expect(await kept()).toEqual(numbered('one'));
    await (await open().open(id)).log.close();
  });

  test('turns away a rejected write that arrives later', async () => {
    const log = await open({ url: wire.url, clock: hasty }).create(headerOf(id));
    await log.append(textRecord('one'), true);
    wire.breakAt('breaks here', 'late', true);
    expect(await refusal(log.append(textRecord('breaks here'), true))).toBe('unavailable');
    wire.mend();
    await log.flush();
    await wire.deliver();
    expect(await kept()).toEqual(numbered('one'));
    await log.append(textRecord('two'), true);
    expect(await kept()).toEqual(numbered('one', 'two'));
  });

  test.each(['lost', 'unanswered'] as const)('%s while comparing: compares again', async (fault) => {
    const log = await open({ url: wire.url }).create(headerOf(id));
    wire.breakAt('breaks here', 'unanswered');
    const appended = log.append(textRecord('one breaks here'), true);
    await expect.poll(() => kept(), { interval: 5, timeout: 240_000 }).toEqual(numbered('one breaks here'));
    wire.breakAt('commit', fault);
    expect((await appended).sequence).toBe(1);
    expect((await log.append(textRecord('two'), true)).sequence).toBe(2);
    expect(await kept()).toEqual(numbered('one breaks here', 'two'));
  });

  test.each(['lost', 'unanswered'] as const)(
    '%s while creating, opening and deleting: each happens once',
    async (fault) => {
      const store = open({ url: wire.url });
      await store.list();
      wire.breakAt('.session as old', fault);
      const log = await store.create(headerOf(id));
      await log.append(textRecord('one'), true);
      await log.close();
      wire.breakAt('commit', fault);
      const opened = await store.open(id);
      expect(opened.warnings).toEqual([]);
      await opened.log.append(textRecord('two'), true);
      await opened.log.close();
      expect(await kept()).toEqual(numbered('one', 'two'));
      wire.breakAt('commit', fault);
      await store.delete(id);
      expect(await refusal(store.open(id))).toBe('not-found');
    },
  );

  test('a break while reading omits and repeats nothing', async () => {
    const store = open({ url: wire.url });
    const log = await store.create(headerOf(id));
    const texts = Array.from({ length: 1_200 }, (_, index) => `text ${index + 1}`);
    await Promise.all(texts.map((text) => log.append(textRecord(text), false)));
    await log.flush();
    const { records } = await store.read(id);
    const sequences: number[] = [];
    for await (const { sequence } of records) {
      if (sequence === 300 || sequence === 700) wire.breakAt('octet_length', 'unanswered');
      sequences.push(sequence);
    }
    expect(sequences).toEqual(texts.map((_, index) => index + 1));
  });
});

describe('a server that restarts', () => {
  test.each(['orderly', 'crash'] as const)('between appends (%s)', async (how) => {
    const store = open();
    const log = await store.create(headerOf(id));
    await log.append(textRecord('one'), true);
    await server.restart(how);
    await log.append(textRecord('two'), true);
    await server.restart(how);
    await log.append(textRecord('three'), false);
    await log.close();
    await server.restart(how);
    expect(await summary()).toMatchObject({ records: 3 });
    expect(await kept()).toEqual(numbered('one', 'two', 'three'));
  });

  test('during appends, repeatedly: what was confirmed is there once, in order', async () => {
    const log = await open().create(headerOf(id));
    const confirmed: string[] = [];
    let restarting = true;
    const restarts = (async () => {
      for (const how of ['crash', 'orderly', 'crash'] as const) {
        const before = confirmed.length;
        await expect.poll(() => confirmed.length, { interval: 1, timeout: 240_000 }).toBeGreaterThan(before + 20);
        await server.restart(how);
      }
      restarting = false;
    })();
    for (let index = 0; restarting || index % 10 !== 0; index += 1) {
      const text = `text ${index}`;
      await log.append(textRecord(text), index % 3 === 0);
      confirmed.push(text);
    }
    await restarts;
    await log.close();
    expect(await kept()).toEqual(numbered(...confirmed));
  });

  test('that is down at first is found later', async () => {
    await server.halt();
    const store = open();
    expect(await refusal(store.create(headerOf(id)))).toBe('unavailable');
    expect(await refusal(store.routes.take('a'))).toBe('unavailable');
    await server.resume();
    expect(await store.routes.take('a')).toBe(0);
    await (await store.create(headerOf(id))).close();
  });

  test('that stays down: reports what was promised and is lost', async () => {
    const store = open({ clock: hasty });
    const log = await store.create(headerOf(id));
    await log.append(textRecord('one'), true);
    await server.halt();
    await log.append(textRecord('promised'), false);
    expect(await refusal(log.flush())).toBe('unavailable');
    expect(await refusal(store.close())).toBe('unavailable');
    await server.resume();
    expect(await kept()).toEqual(numbered('one'));
  });
});

test('does not wait repeatedly for a server that does not answer in time', async () => {
  const log = await open({ timeoutMs: 300 }).create(headerOf(id));
  await log.append(textRecord('one'), true);
  const holding = new pg.Client({ connectionString: server.url });
  await holding.connect();
  await holding.query(`begin; select from interlock.session where id = '${id}' for update`);
  expect(await thrownBy(log.append(textRecord('refused'), true))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('did not answer in time (57014: '),
  });
  await holding.end();
  expect((await log.append(textRecord('two'), true)).sequence).toBe(2);
  expect(await kept()).toEqual(numbered('one', 'two'));
});

describe('errors name the server and never the password', () => {
  const secret = 'p@ss/w0rd:not&shown';
  const encoded = encodeURIComponent(secret);
  const cases: readonly (readonly [string, (url: URL) => Partial<PostgresStoreOptions>, RegExp])[] = [
    [
      'the wrong password',
      (url) => ({ url: `postgresql://postgres:${encoded}@${url.host}/postgres` }),
      /^The database "postgres" at 127\.0\.0\.1:\d+ refuses the user or the password \(28P01: password authentication failed for user "postgres"\)\. Correct the user/,
    ],
    [
      'the wrong password, in parts',
      (url) => ({
        host: url.hostname,
        port: Number(url.port),
        user: 'postgres',
        database: 'postgres',
        password: secret,
      }),
      /^The database "postgres" at 127\.0\.0\.1:\d+ refuses the user or the password/,
    ],
    [
      'a user named like it',
      (url) => ({ url: `postgresql://${encoded}:${encoded}@${url.host}/postgres` }),
      /password authentication failed for user "\*\*\*"/,
    ],
    [
      'no such database',
      (url) => ({ url: url.href.replace(/\/postgres$/, '/nowhere') }),
      /^The database "nowhere" at 127\.0\.0\.1:\d+ does not exist \(3D000: .+\)\. Create the database or correct its name\.$/,
    ],
    [
      'connection refused',
      () => ({ url: `postgresql://postgres:${encoded}@127.0.0.1:1/agents` }),
      /^The database "agents" at 127\.0\.0\.1:1 could not be reached \(ECONNREFUSED.*\)\. Check that the server is running/,
    ],
    [
      'an unreadable URL',
      () => ({ url: `postgresql://postgres:${encoded}@[::1:5432/agents` }),
      /^The URL of the PostgreSQL server is invalid\. Write it as postgresql:/,
    ],
    [
      'a password that cannot be fetched',
      (url) => ({
        host: url.hostname,
        port: Number(url.port),
        user: 'postgres',
        database: 'postgres',
        password: () => Promise.reject(new Error('the vault is closed')),
      }),
      /^The database "postgres" at 127\.0\.0\.1:\d+ could not be reached \(the vault is closed\)/,
    ],
  ];

  test.each(cases)('%s', async (_what, options, message) => {
    const { url, ...parts } = options(new URL(server.url));
    const store = createPostgresStore(url === undefined ? parts : { url });
    stores.push(store);
    const error = await thrownBy(store.list());
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
    const all = inspect([error, store], { depth: 10, showHidden: true }) + JSON.stringify([error, store]);
    for (const hidden of [secret, encoded, server.password]) expect(all).not.toContain(hidden);
  });
});
