/** The memory of stored responses: bounded, for one owner only, and shared along chains; and their rows in a database. */
import type { JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, holdsAsync } from '../../../test/property/runs.ts';
import { chainFrom, type ResponseRow, rowOf } from '../src/database/response-rows.ts';
import { jsonSize } from '../src/responses/json-size.ts';
import { ResponseMemory } from '../src/responses/response-memory.ts';
import { chainOf, conversationOf, StoredResponse } from '../src/responses/stored-response.ts';

const answerOf = (id: string): JsonValue => ({ type: 'message', id: `msg_${id}`, content: `answer ${id}` });

function stored(id: string, before?: StoredResponse, letters = 10): StoredResponse {
  const response = { id, object: 'response', status: 'completed', output: [answerOf(id)] };
  const input = [{ role: 'user', content: id.padEnd(letters, '.') }];
  const event = JSON.stringify({ type: 'response.completed', response });
  return new StoredResponse({ id, before, input, given: letters % 2 === 0 ? { text: event } : { response } });
}

/** What must be in memory for these: everything they continue, once. */
function bytesOf(all: Iterable<StoredResponse>): number {
  const held = new Set([...all].flatMap((each) => chainOf(each)));
  return [...held].reduce((sum, { size }) => sum + size, 0);
}

const limits = { bytes: 2_000, totalBytes: 3_000, most: 6, ageMs: 1_000 };

/** The same without any bookkeeping: a list, least recently used first. */
class PlainMemory {
  #kept: readonly { readonly owner: string; readonly each: StoredResponse; readonly at: number }[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get bytes(): number {
    return bytesOf(this.#kept.map(({ each }) => each));
  }

  keep(owner: string, each: StoredResponse): void {
    this.#kept = [...this.#kept, { owner, each, at: this.#now() }].filter(({ at }) => this.#now() - at < limits.ageMs);
    const own = (): StoredResponse[] => this.#kept.flatMap((other) => (other.owner === owner ? [other.each] : []));
    while (bytesOf(own()) > limits.bytes || own().length > limits.most) this.forget(owner, own()[0]?.id ?? '');
    while (this.bytes > limits.totalBytes) this.#kept = this.#kept.slice(1);
  }

  find(owner: string, id: string): StoredResponse | undefined {
    const now = this.#now();
    const found = this.#kept.find(
      (other) => other.owner === owner && other.each.id === id && now - other.at < limits.ageMs,
    );
    if (found === undefined) return undefined;
    this.#kept = [...this.#kept.filter((other) => other !== found), { ...found, at: now }];
    return found.each;
  }

  findItem(owner: string, id: string): JsonValue | undefined {
    return this.find(owner, id.replace('msg_', ''))?.output[0];
  }

  forget(owner: string, id: string): boolean {
    const rest = this.#kept.filter((other) => other.owner !== owner || other.each.id !== id);
    const isKept = rest.length < this.#kept.length;
    this.#kept = rest;
    return isKept;
  }
}

function doneBy(memory: ResponseMemory | PlainMemory, what: Step['do'], owner: string, id: string): unknown {
  switch (what) {
    case 'find':
      return memory.find(owner, id);
    case 'item':
      return memory.findItem(owner, `msg_${id}`);
    case 'forget':
      // One that is too old may be held until something is kept.
      return memory.find(owner, id) !== undefined && memory.forget(owner, id);
    default:
      return undefined;
  }
}

interface Step {
  readonly do: 'keep' | 'find' | 'forget' | 'item' | 'wait';
  readonly owner: string;
  /** Whose response it is about, and which of them. */
  readonly of: string;
  readonly at: number;
  readonly continues: boolean;
  readonly letters: number;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    do: fc.constantFrom('keep', 'keep', 'keep', 'find', 'forget', 'item', 'wait'),
    owner: fc.constantFrom('a', 'b', 'c'),
    of: fc.constantFrom('a', 'b', 'c'),
    at: fc.nat(30),
    continues: fc.boolean(),
    letters: fc.integer({ min: 1, max: 400 }),
  }),
  { maxLength: 60 },
);

interface Made {
  readonly owner: string;
  readonly each: StoredResponse;
}

function someOf(made: readonly Made[], owner: string, at: number): StoredResponse | undefined {
  const own = made.filter((other) => other.owner === owner);
  return own[at % Math.max(1, own.length)]?.each;
}

function keepIn(
  memories: readonly [ResponseMemory, PlainMemory],
  owner: string,
  each: StoredResponse,
  made: Made[],
): void {
  made.push({ owner, each });
  for (const memory of memories) memory.keep(owner, each);
  expect(memories[0].bytes).toBe(memories[1].bytes);
}

test('within its limits, and only for its owner: the same as a plain list, whatever is done', () => {
  holds(steps, 600, (given) => {
    let now = 0;
    const memories = [new ResponseMemory({ ...limits, now: () => now }), new PlainMemory(() => now)] as const;
    const made: Made[] = [];
    for (const { do: what, owner, of, at, continues, letters } of given) {
      if (what === 'wait') now += 300;
      if (what === 'keep') {
        const before = continues ? someOf(made, owner, at) : undefined;
        keepIn(memories, owner, stored(`resp_${made.length}`, before, letters), made);
      }
      const id = someOf(made, of, at)?.id ?? 'resp_none';
      const told = memories.map((memory) => doneBy(memory, what, owner, id));
      expect(told[0]).toEqual(told[1]);
    }
    for (const { owner, each } of made) expect(memories[0].find(owner, each.id)).toBe(memories[1].find(owner, each.id));
    for (const owner of ['a', 'b', 'c']) memories[0].forgetAll(owner);
    expect(memories[0].bytes).toBe(0);
  });
});

test('a chain of any length holds every item once, and gives the whole conversation', () => {
  const memory = new ResponseMemory({ bytes: 10_000_000, totalBytes: 10_000_000, now: () => 0 });
  let last: StoredResponse | undefined;
  for (let at = 0; at < 10_000; at += 1) {
    last = stored(`resp_${at}`, last);
    memory.keep('a', last);
  }
  expect(memory.bytes).toBe(last?.total);
  expect(conversationOf(last)).toHaveLength(20_000);
  for (let at = 0; at < 9_999; at += 1) memory.forget('a', `resp_${at}`);
  expect(memory.bytes).toBe(last?.total);
  memory.forget('a', 'resp_9999');
  expect(memory.bytes).toBe(0);
});

test('the size of a value is about that of its JSON', () => {
  holds(fc.jsonValue(), 200, (value) => {
    const [size, text] = [jsonSize(value as JsonValue), JSON.stringify(value)];
    expect(size).toBeGreaterThan(text.length / 8);
    expect(size).toBeLessThanOrEqual(3 * text.length + 6);
  });
});

/** A chain of which some were not to be stored; the last one always is. */
function writtenChain(length: number, isUnwritten: (at: number) => boolean) {
  const rows = new Map<string, ResponseRow>();
  const written = new Set<StoredResponse>();
  const all: StoredResponse[] = [];
  for (let at = 0; at < length; at += 1) {
    const each = stored(`resp_${at}`, all.at(-1));
    all.push(each);
    if (at < length - 1 && isUnwritten(at)) continue;
    rows.set(each.id, JSON.parse(JSON.stringify(rowOf(each, (other) => written.has(other)))));
    written.add(each);
  }
  return { all, rows, written };
}

test('rows give the same chain back, whichever of it was written, is in memory or has expired', async () => {
  const arbitrary = fc.record({
    length: fc.integer({ min: 1, max: 300 }),
    unwritten: fc.func(fc.constantFrom(false, false, false, false, true)),
    known: fc.option(fc.nat(299)),
    expired: fc.option(fc.nat(299)),
  });
  await holdsAsync(arbitrary, 60, async ({ length, unwritten, known, expired }) => {
    const { all, rows, written } = writtenChain(length, unwritten);
    const last = all.at(-1);
    const row = rows.get(last?.id ?? '');
    if (row === undefined || last === undefined) throw new Error('The last one is always written.');
    const isGone = expired !== null && expired < length - 1 && rows.delete(`resp_${expired}`);
    let asked = 0;
    const find = async (ids: readonly string[]): Promise<ReadonlyMap<string, ResponseRow>> => {
      asked += 1;
      return new Map([...rows].filter(([id]) => ids.includes(id)));
    };
    const chain = await chainFrom(row, find, (id) => (id === `resp_${known}` ? all[known ?? 0] : undefined));
    // What is in memory is not read, nor is anything before it.
    const inMemory = known !== null && known < length - 1 ? all[known] : undefined;
    const isCovered = inMemory !== undefined && written.has(inMemory) && (expired ?? 0) <= (known ?? 0);
    expect(chain && conversationOf(chain.at(-1))).toEqual(isGone && !isCovered ? undefined : conversationOf(last));
    expect(asked).toBeLessThanOrEqual(1 + length / 64);
    expect(Math.max(0, ...[...rows.values()].map(({ before }) => before.length))).toBeLessThanOrEqual(64);
  });
});
