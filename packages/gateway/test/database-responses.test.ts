/** Stored responses of instances that share values which expire: what is in use stays, for every instance. */
import type { Clock, KeptValues } from '@interlock/runtime';
import { expect, test } from 'vitest';
import { Availability } from '../src/database/availability.ts';
import { databaseResponses } from '../src/database/database-responses.ts';
import { ResponseMemory } from '../src/responses/response-memory.ts';
import type { ResponseStore } from '../src/responses/response-store.ts';
import { conversationOf, StoredResponse } from '../src/responses/stored-response.ts';

const hour = 3_600_000;
const ageMs = 24 * hour;

/** A database with a clock that the test turns, and instances that use it. */
function openWorld(): {
  now: number;
  readonly reads: () => number;
  /** The most keys of one statement. */
  readonly most: () => number;
  instance(bytes?: number): ResponseStore;
} {
  const rows = new Map<string, { text: string; until: number }>();
  let reads = 0;
  let most = 0;
  const world = {
    now: 0,
    reads: () => reads,
    most: () => most,
    instance: (bytes = 1_000_000): ResponseStore => {
      const clock: Clock = { now: () => world.now, sleep: () => new Promise(() => undefined) };
      const fail = (error: unknown): void => expect(error).toBe(undefined);
      const probe = async (): Promise<void> => undefined;
      const availability = new Availability({ clock, deadlineMs: 1_000, probe, onLost: fail, onBack: () => undefined });
      const now = (): number => world.now;
      const memory = new ResponseMemory({ bytes, totalBytes: 4 * bytes, ageMs, now });
      return databaseResponses(values, availability, { memory, now, ageMs });
    },
  };
  // As `postgresValues` does it: reading renews what is past half of its age.
  const values: KeptValues = {
    keep: async (keys, text, age) => {
      const row = { text, until: world.now + age };
      for (const key of keys) rows.set(key, row);
    },
    find: async (keys, age) => {
      reads += keys.length;
      most = Math.max(most, keys.length);
      return keys.flatMap((key) => {
        const row = rows.get(key);
        if (row === undefined || row.until <= world.now) return [];
        if (row.until < world.now + age / 2) row.until = world.now + age;
        return [{ keys: [key], text: row.text }];
      });
    },
  };
  return world;
}

function stored(id: string, before?: StoredResponse): StoredResponse {
  const output = [{ type: 'message', id: `msg_${id}`, content: `answer ${id}` }];
  const response = { id, object: 'response', status: 'completed', output };
  return new StoredResponse({ id, before, input: [{ role: 'user', content: id }], given: { response } });
}

test('a conversation that goes on for days at one instance is whole at another', async () => {
  const world = openWorld();
  const here = world.instance();
  let last: StoredResponse | undefined;
  for (let at = 0; at < 40; at += 1) {
    const before = last === undefined ? undefined : await here.find('a', last.id);
    expect(before).toBe(last);
    last = stored(`resp_${at}`, before);
    await here.keep('a', last);
    world.now += at % 2 === 0 ? 2 * hour : 20 * hour;
  }
  const found = await world.instance().find('a', 'resp_39');
  expect(conversationOf(found)).toEqual(conversationOf(last));
  // Its chain is not read for every request.
  expect(world.reads()).toBeLessThan(40 * 25);
});

test('what nobody asks for is there for its age, and gone after twice as long', async () => {
  const world = openWorld();
  const first = stored('resp_0');
  await world.instance().keep('a', first);
  world.now += ageMs - 1;
  const there = world.instance();
  expect(await there.find('a', 'resp_0')).toMatchObject({ id: 'resp_0' });
  world.now += 2 * ageMs + 1;
  expect(await world.instance().find('a', 'resp_0')).toBe(undefined);
  expect(await there.find('a', 'resp_0')).toBe(undefined);
});

test('one that was deleted elsewhere is not found in memory either; what continues it is', async () => {
  const world = openWorld();
  const [here, there] = [world.instance(), world.instance()];
  const first = stored('resp_0');
  await here.keep('a', first);
  await here.keep('a', stored('resp_1', first));
  expect(await there.forget('b', 'resp_0')).toBe(false);
  expect(await there.forget('a', 'resp_0')).toBe(true);
  expect([await here.find('a', 'resp_0'), await there.find('a', 'resp_0')]).toEqual([undefined, undefined]);
  for (const each of [here, there, world.instance()]) {
    expect(conversationOf(await each.find('a', 'resp_1'))).toHaveLength(4);
  }
  const items = await there.findItems('a', ['msg_resp_1', 'msg_resp_0', 'msg_none']);
  expect([...items]).toEqual([['msg_resp_1', expect.objectContaining({ content: 'answer resp_1' })]]);
  expect((await there.findItems('b', ['msg_resp_1'])).size).toBe(0);
});

test('what has no room in memory is read again, and what is too large for a row stays in memory', async () => {
  const world = openWorld();
  const small = world.instance(10);
  await small.keep('a', stored('resp_0'));
  expect(await small.find('a', 'resp_0')).toMatchObject({ id: 'resp_0' });
  const here = world.instance(100_000_000);
  const large = new StoredResponse({
    id: 'resp_l',
    input: ['x'.repeat(5_000_000)],
    given: { response: { id: 'resp_l' } },
  });
  await here.keep('a', large);
  expect(await here.find('a', 'resp_l')).toBe(large);
  expect(await world.instance().find('a', 'resp_l')).toBe(undefined);
});

test('thousands of references are not looked for at once, and those that exist are found', async () => {
  const world = openWorld();
  for (const id of ['r1', 'r2']) await world.instance().keep('a', stored(id));
  const unknown = Array.from({ length: 2_000 }, (_, at) => `msg_${at}`);
  const found = await world.instance().findItems('a', ['msg_r1', ...unknown, 'msg_r2']);
  expect([[...found.keys()], world.most()]).toEqual([['msg_r1', 'msg_r2'], 100]);
});
