import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../../test/postgres/start-postgres.ts';
import { holdsAsync, patience } from '../../../../../test/property/runs.ts';
import {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from '../../../src/store/postgres-store.ts';
import type { StoreWarning } from '../../../src/store/session-store.ts';
import { collect, headerOf, refusal, textRecord } from '../contract.ts';

let server: PostgresServer;
let direct: pg.Client;
let schemas = 0;
let stores: PostgresStore[] = [];

beforeAll(async () => {
  server = await startPostgres();
  direct = new pg.Client({ connectionString: server.url, options: '-c search_path=interlock' });
  await direct.connect();
  await open().list();
});
afterAll(async () => {
  await direct?.end();
  await server?.stop();
});
afterEach(async () => {
  await Promise.allSettled(stores.map((store) => store.close()));
  await direct.query(
    'delete from session; delete from cooldown; delete from counter; delete from value; delete from allowance',
  );
  stores = [];
});

function open(options: Partial<PostgresStoreOptions> = {}): PostgresStore {
  const store = createPostgresStore({ url: server.url, lockWaitMs: 0, ...options });
  stores.push(store);
  return store;
}

async function write(store: PostgresStore, ...texts: readonly string[]): Promise<void> {
  const log = await store.create(headerOf('s1'));
  await Promise.all(texts.map((text) => log.append(textRecord(text), false)));
  await log.close();
}

describe('05-edge-cases 4.2 skips unusable rows with a warning and keeps them', () => {
  const damaged = (place: number): StoreWarning => ({
    code: 'corrupt',
    message: `Record ${place} of the session s1 is damaged: it was skipped and is still in the database.`,
    place,
  });
  const cases: readonly (readonly [string, string, readonly number[], readonly StoreWarning[]])[] = [
    [
      'a body changed',
      `update record set body = replace(body, 'two', 'TWO') where sequence = 2`,
      [1, 3, 4],
      [damaged(2)],
    ],
    ['a body cut off', `update record set body = left(body, 9) where sequence = 4`, [1, 2, 3], [damaged(4)]],
    ['a time changed', `update record set at = at + 1 where sequence = 1`, [2, 3, 4], [damaged(1)]],
    [
      'two rows swapped',
      `update record set sequence = 5 where sequence = 2; update record set sequence = 2 where sequence = 3;
       update record set sequence = 3 where sequence = 5`,
      [1, 4],
      [damaged(2), damaged(3)],
    ],
    [
      'a missing row',
      `delete from record where sequence = 2`,
      [1, 3, 4],
      [{ code: 'gap', message: 'Record 2 is missing.', place: 2 }],
    ],
    [
      'the first and the last rows missing',
      `delete from record where sequence <> 2`,
      [2],
      [
        { code: 'gap', message: 'Record 1 is missing.', place: 1 },
        { code: 'gap', message: 'The records 3 to 4 are missing.', place: 3 },
      ],
    ],
  ];

  test.each(cases)('%s', async (_what, damage, sequences, warnings) => {
    const store = open();
    await write(store, 'one', 'two', 'three', 'four');
    await direct.query(damage);
    const before = (await direct.query('select * from record order by sequence')).rows;
    const opened = await store.open('s1');
    expect((await collect(opened.records)).map(({ sequence }) => sequence)).toEqual(sequences);
    expect(opened.warnings).toEqual(warnings);
    expect((await direct.query('select * from record order by sequence')).rows).toEqual(before);
    expect((await opened.log.append(textRecord('five'), true)).sequence).toBe(5);
  });

  test('keeps and skips a kind written by a later version', async () => {
    const store = open();
    const log = await store.create(headerOf('s1'));
    await log.append(JSON.parse('{"kind":"hologram"}'), true);
    await log.append(textRecord('two'), true);
    await log.close();
    const { records, warnings } = await store.read('s1');
    expect((await collect(records)).map(({ sequence }) => sequence)).toEqual([2]);
    expect(warnings).toMatchObject([{ code: 'unknown-kind', place: 1 }]);
  });

  test('a damaged header, and one of a later version, reject the session and leave it unchanged', async () => {
    const seen: StoreWarning[] = [];
    const store = open({ onWarning: (warning) => seen.push(warning) });
    await write(store, 'one');
    const newer = { ...headerOf('s2'), version: 2 };
    await (await store.create(JSON.parse(JSON.stringify(newer)))).close();
    await (await store.create(headerOf('s3'))).close();
    await direct.query(`update session set header = replace(header, 'ada', 'eve') where id = 's1'`);
    const before = (await direct.query('select * from session order by id')).rows;
    expect(await refusal(store.open('s1'))).toBe('unreadable');
    expect(await refusal(store.read('s1'))).toBe('unreadable');
    expect(await refusal(store.open('s2'))).toBe('newer-format');
    expect(await refusal(store.read('s2'))).toBe('newer-format');
    expect((await store.list()).map(({ header }) => header.id)).toEqual(['s3']);
    expect(seen.map(({ code }) => code).toSorted()).toEqual(['corrupt', 'newer-format']);
    expect((await direct.query('select * from session order by id')).rows).toEqual(before);
  });
});

describe('reading', () => {
  test('05-edge-cases 4.4 goes page by page, by rows and by size', async () => {
    const store = open();
    const texts = Array.from({ length: 1_100 }, (_, index) =>
      index % 200 === 7 ? 'x'.repeat(2_500_000) : `text ${index}`,
    );
    await write(store, ...texts);
    const { records } = await store.read('s1');
    expect((await collect(records)).map(({ record }) => record)).toEqual(texts.map(textRecord));
  });

  test('may stop anywhere, and many may read concurrently', async () => {
    const store = open({ max: 2 });
    await write(store, ...Array.from({ length: 600 }, (_, index) => `text ${index}`));
    const firsts = await Promise.all(
      Array.from({ length: 12 }, async () => {
        for await (const { sequence } of (await store.read('s1')).records) return sequence;
        return undefined;
      }),
    );
    expect(firsts).toEqual(Array.from({ length: 12 }, () => 1));
    expect((await collect((await store.read('s1')).records)).length).toBe(600);
  });

  test('reports a session deleted meanwhile', async () => {
    const store = open();
    await write(store, ...Array.from({ length: 600 }, (_, index) => `text ${index}`));
    const { records } = await store.read('s1');
    await store.delete('s1');
    expect(await refusal(collect(records))).toBe('gone');
  });

  test(
    'returns any JSON unchanged',
    async () => {
      const store = open();
      const string = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });
      const arbitrary = fc.array(fc.tuple(fc.jsonValue({ stringUnit: 'binary' }), string));
      let runs = 0;
      await holdsAsync(arbitrary, 25, async (values) => {
        runs += 1;
        const log = await store.create(headerOf(`run-${runs}`));
        const records = values.map((result) =>
          JSON.stringify({ kind: 'call-end', id: 'x', outcome: { state: 'complete', result } }),
        );
        await Promise.all(records.map((text) => log.append(JSON.parse(text), false)));
        await log.flush();
        const { records: found } = await store.read(`run-${runs}`);
        expect((await collect(found)).map(({ record }) => JSON.stringify(record))).toEqual(records);
      });
    },
    patience,
  );
});

describe('routes share what they remember', () => {
  const cooldown = (until: number, more: object = {}) =>
    ({ key: 'openai', reason: 'rate-limit', count: 1, until, ...more }) as const;

  test('no two callers get the same number', async () => {
    const crowd = Array.from({ length: 5 }, () => open());
    const taken = await Promise.all(crowd.flatMap(({ routes }) => Array.from({ length: 20 }, () => routes.take('a'))));
    expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(await open().routes.take('b')).toBe(0);
  });

  const puts: readonly (readonly [string, readonly ReturnType<typeof cooldown>[], unknown])[] = [
    [
      'a longer one replaces',
      [cooldown(5_000), cooldown(6_000, { reason: 'billing' })],
      cooldown(6_000, { reason: 'billing' }),
    ],
    ['an equally long one replaces', [cooldown(5_000), cooldown(5_000, { count: 2 })], cooldown(5_000, { count: 2 })],
    ['a running one is not shortened', [cooldown(6_000, { count: 3 }), cooldown(5_000)], cooldown(6_000, { count: 3 })],
    ['forever', [cooldown(Number.POSITIVE_INFINITY), cooldown(5_000)], cooldown(Number.POSITIVE_INFINITY)],
  ];
  test.each(puts)('a cooldown: %s', async (_what, given, expected) => {
    const [one, other] = [open(), open()];
    for (const [index, put] of given.entries()) await (index % 2 === 0 ? one : other).routes.put(put);
    expect(await one.routes.cooldowns()).toEqual([expected]);
    await other.routes.clear('openai');
    expect(await one.routes.cooldowns()).toEqual([]);
  });

  test('keys of any kind stay separate', async () => {
    const { routes } = open();
    const keys = [
      '',
      'a',
      'A',
      'a\u0000',
      'a\ud800',
      'a\ud801',
      '"',
      '\\',
      'k'.repeat(10_000),
      `${'k'.repeat(10_000)}2`,
    ];
    for (const [index, key] of keys.entries()) {
      await routes.put(cooldown(5_000 + index, { key }));
      expect([await routes.take(key), await routes.take(key)]).toEqual([0, 1]);
    }
    const found = new Map((await routes.cooldowns()).map(({ key, until }) => [key, until]));
    expect(found).toEqual(new Map(keys.map((key, index) => [key, 5_000 + index])));
  });
});

describe('side files', () => {
  test('are stored with their session, byte for byte, and deleted with it', async () => {
    const store = open();
    await write(store, 'one');
    const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 256);
    expect(await store.sideFiles.keep('s1', 'a.bin', bytes)).toBe('postgres:s1/a.bin');
    await store.sideFiles.keep('s1', 'b.txt', 'first');
    await store.sideFiles.keep('s1', 'b.txt', 'é\u0000');
    expect(Buffer.compare(await open().sideFiles.read('s1', 'a.bin'), bytes)).toBe(0);
    expect(Buffer.from(await store.sideFiles.read('s1', 'b.txt')).toString()).toBe('é\u0000');
    expect(await refusal(store.sideFiles.read('s1', 'c'))).toBe('not-found');
    expect(await refusal(store.sideFiles.read('s2', 'a.bin'))).toBe('not-found');
    expect(await refusal(store.sideFiles.keep('s2', 'a.bin', bytes))).toBe('not-found');
    expect(await refusal(store.sideFiles.keep('s1', '../a', bytes))).toBe('invalid-id');
    await direct.query(`update side_file set data = '\\x00' where name = 'b.txt'`);
    expect(await refusal(store.sideFiles.read('s1', 'b.txt'))).toBe('unreadable');
    await store.delete('s1');
    expect((await direct.query('select name from side_file')).rows).toEqual([]);
  });
});

describe('the tables', () => {
  let schema: string;
  beforeEach(() => {
    schemas += 1;
    schema = `tables_${schemas}`;
  });

  test('of a later version are rejected and left alone', async () => {
    await open({ schema }).list();
    await direct.query(`insert into ${schema}.migration (version) values (99)`);
    const store = open({ schema });
    expect(await refusal(store.list())).toBe('newer-format');
    expect(await refusal(store.create(headerOf('s1')))).toBe('newer-format');
    expect((await direct.query(`select id from ${schema}.session`)).rows).toEqual([]);
  });

  test('that were dropped are reported as missing', async () => {
    const store = open({ schema });
    const log = await store.create(headerOf('s1'));
    await direct.query(`drop schema ${schema} cascade`);
    expect(await refusal(log.append(textRecord('one'), true))).toBe('gone');
    expect(await refusal(store.list())).toBe('gone');
  });

  test.each(['with "quotes" and ünïcode', 'x'.repeat(63), 'Select', "it's; drop"])(
    'may be in a schema called %j',
    async (name) => {
      const store = open({ schema: name });
      await write(store, 'one');
      expect((await open({ schema: name }).list()).map(({ header }) => header.id)).toEqual(['s1']);
      expect(await open({ schema: name.slice(0, -1) }).list()).toEqual([]);
    },
  );

  test.each(['', 'a\u0000', 'x'.repeat(64), 'é'.repeat(32)])('may not be in a schema called %j', (name) => {
    expect(() => createPostgresStore({ url: server.url, schema: name })).toThrow('is not a valid schema name');
  });

  test('a role with only usage rights can use them; a read-only role is told so', async () => {
    await write(open({ schema }), 'one');
    const rights: readonly (readonly [string, string, string])[] = [
      ['writer', 'select, insert, update, delete', 'nothing was refused'],
      ['reader', 'select', 'read-only'],
    ];
    for (const [role, granted, outcome] of rights) {
      const user = `${schema}_${role}`;
      await direct.query(`create role ${user} login password 'p'; grant usage on schema ${schema} to ${user};
        grant ${granted} on all tables in schema ${schema} to ${user}; update ${schema}.session set owner = '${user}'`);
      const url = new URL(server.url);
      url.username = user;
      url.password = 'p';
      const store = open({ url: url.href, schema });
      expect((await store.list()).map(({ records }) => records)).toEqual([1]);
      expect(await refusal(store.open('s1').then(({ log }) => log.close()))).toBe(outcome);
      const elsewhere = open({ url: url.href, schema: `${schema}_elsewhere` });
      expect(await refusal(elsewhere.list())).toBe('read-only');
    }
  });

  test('a read-only database can still be read', async () => {
    await write(open({ schema }), 'one');
    const user = `${schema}_standby`;
    await direct.query(`create role ${user} login superuser password 'p';
      alter role ${user} set default_transaction_read_only = on; alter role ${user} set synchronous_commit = off;
      update ${schema}.session set owner = '${user}'`);
    const url = new URL(server.url);
    url.username = user;
    url.password = 'p';
    const store = open({ url: url.href, schema });
    expect(await collect((await store.read('s1')).records)).toHaveLength(1);
    expect(await refusal(store.open('s1'))).toBe('read-only');
    expect(await refusal(store.create(headerOf('s2')))).toBe('read-only');
  });

  test('rejects a database in another encoding', async () => {
    await direct.query(`create database ${schema} encoding 'SQL_ASCII' template template0`);
    const store = open({ url: server.url.replace(/postgres$/, schema) });
    expect(await refusal(store.list())).toBe('unreadable');
  });
});

describe('values that expire', () => {
  const hour = 3_600_000;

  test('a text is found under each of its keys by the whole role, and returned once', async () => {
    const [one, other] = [open(), open()];
    await one.values.keep(['a', 'b', 'a'], 'first \u0000 \ud800 "', hour);
    await other.values.keep(['c'], 'second', hour);
    const found = await other.values.find(['a', 'b', 'c', 'd'], hour);
    expect(found.map(({ text, keys }) => [text, keys.toSorted()]).toSorted()).toEqual([
      ['first \u0000 \ud800 "', ['a', 'b']],
      ['second', ['c']],
    ]);
    await other.values.keep(['b'], 'third', hour);
    expect(await one.values.find(['b'], hour)).toEqual([{ keys: ['b'], text: 'third' }]);
    expect(await one.values.find([], hour)).toEqual([]);
  });

  test('reading renews a value; an expired one is not found and is removed', async () => {
    let now = 0;
    const store = open({ clock: { now: () => now, sleep: async () => undefined } });
    await store.values.keep(['young'], 'x', hour);
    await store.values.keep(['old'], 'x', hour);
    await direct.query(`update value set until = clock_timestamp() + interval '10 minutes'`);
    await store.values.find(['young'], hour);
    await direct.query(`update value set until = until - interval '11 minutes'`);
    expect((await store.values.find(['young', 'old'], hour)).map(({ keys }) => keys)).toEqual([['young']]);
    now += 700_000;
    await store.values.keep(['new'], 'x', hour);
    expect((await direct.query('select count(*)::int as n from value_key')).rows).toEqual([{ n: 2 }]);
  });
});

describe('limits shared by several processes', () => {
  const lease = 60_000;

  test('a number per minute across all callers; says when the next one is possible', async () => {
    const crowd = Array.from({ length: 4 }, () => open().allowances);
    const asked = crowd.flatMap((each, at) =>
      Array.from({ length: 5 }, (_, turn) => each.take('k', `${at}-${turn}`, { perMinute: 1 }, lease)),
    );
    const granted = (await Promise.all(asked)).map((each) => each.granted);
    expect(granted.filter(Boolean)).toHaveLength(1);
    const [one] = crowd;
    const refused = await one?.take('k', 'x', { perMinute: 1 }, lease);
    expect(refused).toEqual({ granted: false, over: 'perMinute', retryAfterMs: expect.any(Number) });
    expect(await one?.take('other', 'x', { perMinute: 1 }, lease)).toEqual({ granted: true });
    // A minute later.
    await direct.query(`update allowance set at = at - interval '60 seconds'`);
    const later = await Promise.all(['a', 'b', 'c'].map((place) => one?.take('k', place, { perMinute: 1 }, lease)));
    expect(later.filter((each) => each?.granted)).toHaveLength(1);
  });

  test('a number at once; a place is free when it is released or no longer renewed', async () => {
    const [one, other] = [open().allowances, open().allowances];
    const limits = { concurrent: 2 };
    const taken = await Promise.all(['a', 'b', 'c'].map((place) => other.take('k', place, limits, lease)));
    expect(taken.filter(({ granted }) => granted)).toHaveLength(2);
    await direct.query(`update allowance set places = '{"a": 9e9, "b": 9e9}'`);
    expect(await one.take('k', 'd', limits, lease)).toEqual({ granted: false, over: 'concurrent' });
    await other.release('k', 'a');
    expect(await one.take('k', 'd', limits, lease)).toEqual({ granted: true });
    // The holder has died.
    await direct.query(`update allowance set places = places || '{"b": 1, "d": 1}'`);
    await one.renew('k', ['d'], lease);
    const next = [await one.take('k', 'e', limits, lease), await one.take('k', 'f', limits, lease)];
    expect(next).toEqual([{ granted: true }, { granted: false, over: 'concurrent' }]);
  });
});
