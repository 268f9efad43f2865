import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../../test/postgres/start-postgres.ts';
import { times } from '../../../../../test/property/runs.ts';
import {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from '../../../src/store/postgres-store.ts';
import { collect, headerOf, refusal, textRecord } from '../contract.ts';
import { type Said, startWriter, type Writer } from './writers.ts';

let server: PostgresServer;
let store: PostgresStore;
let sessions = 0;
let id: string;
let stores: PostgresStore[] = [];
let writers: Writer[] = [];

beforeAll(async () => {
  server = await startPostgres();
  store = createPostgresStore({ url: server.url, lockWaitMs: 20_000, holder: 'the next\u0000 one' });
});
afterAll(async () => {
  await store?.close();
  await server?.stop();
});
beforeEach(() => {
  sessions += 1;
  id = `session-${sessions}`;
});
afterEach(async () => {
  for (const writer of writers) writer.signal('SIGKILL');
  await Promise.all(writers.map((writer) => writer.gone()));
  await Promise.allSettled(stores.map((opened) => opened.close()));
  writers = [];
  stores = [];
});

const where = (options: Partial<PostgresStoreOptions>): PostgresStoreOptions => ({
  url: server.url,
  lockWaitMs: 0,
  ...options,
});

function open(options: Partial<PostgresStoreOptions> = {}): PostgresStore {
  const opened = createPostgresStore(where(options));
  stores.push(opened);
  return opened;
}

function start(options: Partial<PostgresStoreOptions> = {}): Writer {
  const writer = startWriter(where(options));
  writers.push(writer);
  return writer;
}

async function kept(): Promise<readonly unknown[]> {
  const { records, warnings } = await store.read(id);
  expect(warnings).toEqual([]);
  return (await collect(records)).map(({ record }) => record);
}

const texts = (...all: readonly string[]): readonly unknown[] => all.map(textRecord);

const nameOf = (writer: Writer): string => `process ${writer.pid} on ${hostname()}`;

describe('one writer at a time, across all processes', () => {
  test('05-edge-cases 4.1 many processes on one session: nothing is lost, and waiters are told for whom they wait', async () => {
    await (await store.create(headerOf(id))).close();
    const crowd = Array.from({ length: times === 1 ? 4 : 8 }, () => start({ lockWaitMs: 15 }));
    const names = crowd.map(nameOf);
    const refusals: Said[] = [];
    let isFirst = true;
    // The first process keeps the session until then, so that the order does not depend on the machine.
    const untilAnotherIsRefused = async (): Promise<void> => {
      while (isFirst && refusals.length === 0) await setTimeout(1);
      isFirst = false;
    };
    const written = await Promise.all(
      crowd.map(async (writer, who) => {
        const mine: [number, string][] = [];
        for (let turn = 0; turn < 3; ) {
          const said = await writer.tell({ do: 'open', id });
          if ('refused' in said) {
            expect(said).toMatchObject({ refused: { code: 'locked' } });
            refusals.push(said);
            continue;
          }
          await untilAnotherIsRefused();
          for (let index = 0; index < 5; index += 1) {
            const text = `writer ${who}, turn ${turn}, ${index}`;
            const answer = await writer.tell({ do: 'append', text, durable: index % 2 === 0 });
            mine.push(['value' in answer ? Number(answer.value) : Number.NaN, text]);
          }
          expect(await writer.tell({ do: 'close' })).toEqual({});
          turn += 1;
        }
        return mine;
      }),
    );
    const inOrder = written.flat().toSorted(([a], [b]) => a - b);
    expect(inOrder.map(([sequence]) => sequence)).toEqual(
      Array.from({ length: crowd.length * 15 }, (_, index) => index + 1),
    );
    expect(await kept()).toEqual(texts(...inOrder.map(([, text]) => text)));
    expect(refusals.length).toBeGreaterThan(0);
    const clear = names.map(
      (name) =>
        `The session ${id} is open for writing in ${name}. Close it there, or wait: if that process is gone, its lease expires.`,
    );
    for (const said of refusals) {
      expect(said).toEqual({ refused: { code: 'locked', message: expect.toSatisfy((text) => clear.includes(text)) } });
    }
  });

  test('a killed process loses its lease when it expires, and nothing it had confirmed', async () => {
    await (await store.create(headerOf(id))).close();
    const writer = start({ leaseMs: 1_000 });
    expect(await writer.tell({ do: 'open', id })).toEqual({ value: [] });
    await writer.tell({ do: 'append', text: 'confirmed', durable: true });
    expect(await refusal(open().open(id))).toBe('locked');
    writer.signal('SIGKILL');
    await writer.gone();
    const { log, records, warnings } = await store.open(id);
    expect((await collect(records)).map(({ record }) => record)).toEqual(texts('confirmed'));
    expect(warnings).toEqual([
      {
        code: 'lock-taken-over',
        message: `The write lease of the session ${id} was taken over from ${nameOf(writer)}, which had not renewed it.`,
      },
    ]);
    expect((await log.append(textRecord('after'), true)).sequence).toBe(2);
    await log.close();
    expect((await store.open(id)).warnings).toEqual([]);
  });

  test.each([true, false])(
    'a process whose lease was taken over while it slept writes nothing more (durable: %s)',
    async (durable) => {
      await (await store.create(headerOf(id))).close();
      const writer = start({ leaseMs: 300 });
      await writer.tell({ do: 'open', id });
      await writer.tell({ do: 'append', text: 'before', durable: true });
      writer.signal('SIGSTOP');
      const { log, warnings } = await store.open(id);
      expect(warnings.map(({ code }) => code)).toEqual(['lock-taken-over']);
      await log.append(textRecord('by the next'), true);
      // Sent while the process is stopped, so that it comes first when it continues.
      const late = writer.tell({ do: 'append', text: 'late', durable });
      const closed = writer.tell({ do: 'close' });
      writer.signal('SIGCONT');
      const conflict = {
        refused: {
          code: 'conflict',
          message:
            `The session ${id} was taken over by the next\\u0000 one after this process had not renewed its lease. What this ` +
            'process wrote is stored up to record 1; nothing after that was written. Open the session again to continue from what it holds now.',
        },
      };
      // An append that is not awaited is confirmed first, so the next caller gets the error.
      expect(await Promise.all([late, closed])).toEqual(durable ? [conflict, {}] : [{ value: 2 }, conflict]);
      await log.append(textRecord('and on'), true);
      expect(await kept()).toEqual(texts('before', 'by the next', 'and on'));
    },
  );

  test('a live process keeps its lease however long it is idle', async () => {
    await (await store.create(headerOf(id))).close();
    const writer = start({ leaseMs: 800 });
    await writer.tell({ do: 'open', id });
    expect(await refusal(open({ lockWaitMs: 2_000 }).open(id))).toBe('locked');
    expect(await writer.tell({ do: 'append', text: 'still mine', durable: true })).toEqual({ value: 1 });
  });

  test('an expired lease that was not taken still holds', async () => {
    const writer = start({ leaseMs: 100 });
    await (await store.create(headerOf(id))).close();
    await writer.tell({ do: 'open', id });
    writer.signal('SIGSTOP');
    const over = `select lease_until < clock_timestamp() as over from interlock.session where id = '${id}'`;
    await expect.poll(() => ask(over), { timeout: 240_000 }).toEqual([{ over: true }]);
    const late = writer.tell({ do: 'append', text: 'mine after all', durable: true });
    writer.signal('SIGCONT');
    expect(await late).toEqual({ value: 1 });
  });

  test('a waiter gets the session as soon as it is closed', async () => {
    const log = await store.create(headerOf(id));
    const waiting = open({ lockWaitMs: 20_000 }).open(id);
    await log.append(textRecord('one'), false);
    await log.close();
    expect((await collect((await waiting).records)).map(({ record }) => record)).toEqual(texts('one'));
  });

  test('closing the store ends the wait', async () => {
    const log = await store.create(headerOf(id));
    const other = open({ lockWaitMs: 20_000 });
    await other.list();
    const waiting = refusal(other.open(id));
    await other.close();
    expect(await waiting).toBe('closed');
    await log.close();
  });

  test('closing the store leaves no lease behind, at any stage of opening', async () => {
    await (await store.create(headerOf(id))).close();
    for (let moments = 0; moments < 40; moments += 4) {
      const other = open();
      await other.list();
      const opening = refusal(other.open(id).then(({ log }) => log.append(textRecord('one'), true)));
      for (let moment = 0; moment < moments; moment += 1) await new Promise((resolve) => setImmediate(resolve));
      await other.close();
      expect(['closed', 'nothing was refused']).toContain(await opening);
      const { log, warnings } = await store.open(id);
      expect(warnings).toEqual([]);
      await log.close();
    }
  });

  test('reports a session deleted under its writer, and one restored to an older state', async () => {
    const log = await store.create(headerOf(id));
    await log.append(textRecord('one'), true);
    await log.append(textRecord('two'), true);
    await ask(`delete from interlock.record where session = '${id}' and sequence = 2`);
    await ask(`update interlock.session set last = 1 where id = '${id}'`);
    expect(await refusal(log.append(textRecord('three'), true))).toBe('conflict');
    await ask(`delete from interlock.session where id = '${id}'`);
    const other = await store.create(headerOf(id));
    await ask(`delete from interlock.session where id = '${id}'`);
    expect(await refusal(other.append(textRecord('one'), true))).toBe('gone');
    expect(await refusal(other.flush())).toBe('gone');
    await other.close();
  });
});

describe('many processes start at once', () => {
  test('creates the tables once', async () => {
    const schema = 'made_once';
    const crowd = Array.from({ length: 3 }, () => start({ schema }));
    const here = Array.from({ length: 6 }, () => open({ schema }));
    const [there] = await Promise.all([
      Promise.all(crowd.map((writer) => writer.tell({ do: 'take', counter: 'a' }))),
      Promise.all(here.map((one) => one.list())),
    ]);
    expect(there.map((said) => 'value' in said && said.value).toSorted()).toEqual([0, 1, 2]);
    expect(await ask('select version from made_once.migration')).toEqual([
      { version: 1 },
      { version: 2 },
      { version: 3 },
    ]);
    for (const writer of crowd) writer.tell({ do: 'end' });
    await Promise.all(crowd.map((writer) => writer.gone())); // nothing keeps them alive
  });
});

/** Queries the tables directly. */
async function ask(text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
