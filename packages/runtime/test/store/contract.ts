/**
 * The contract of every session store. `open` returns a new, empty store that waits only briefly for a lock; `reopen` closes it and
 * opens its sessions again, as the next process would.
 */
import type { JsonValue } from '@interlock/transcript';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionRecord } from '../../src/store/session-record.ts';
import type { SessionHeader, SessionStore, StoredRecord } from '../../src/store/session-store.ts';
import { StoreError } from '../../src/store/store-error.ts';

export interface StoreUnderTest {
  readonly store: SessionStore;
  reopen(): Promise<SessionStore>;
  close(): Promise<void>;
}

export const headerOf = (id: string, more: Partial<SessionHeader> = {}): SessionHeader => ({
  version: 1,
  id,
  workspace: '/home/ada/project',
  createdAt: 1_750_000_000_000,
  spawnDepth: 0,
  ...more,
});

export const textRecord = (text: string): SessionRecord => ({
  kind: 'content',
  content: { speaker: 'human', blocks: [{ type: 'text', text }] },
});

const resultRecord = (result: JsonValue): SessionRecord => ({
  kind: 'call-end',
  id: 'hist_tool_1',
  outcome: { state: 'complete', result },
});

export async function collect(records: AsyncIterable<StoredRecord>): Promise<readonly StoredRecord[]> {
  const all: StoredRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/** The code of the `StoreError` that the work rejects with. */
export async function refusal(of: Promise<unknown>): Promise<string> {
  try {
    await of;
    return 'nothing was refused';
  } catch (error) {
    return error instanceof StoreError ? error.code : `not a StoreError: ${String(error)}`;
  }
}

/** Waits until the clock has moved on. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() <= now + 1) await new Promise((resolve) => setTimeout(resolve, 1));
}

const everyKind: readonly SessionRecord[] = [
  { kind: 'setup', system: 'Be brief.', tools: ['read_file', 'run_command'] },
  { kind: 'turn-start', turnId: 't1' },
  textRecord('hello'),
  { kind: 'call-start', id: 'hist_tool_1' },
  { kind: 'call-end', id: 'hist_tool_1', outcome: { state: 'error', error: 'no such file' }, late: true },
  {
    ...{ kind: 'request', number: 1, turnId: 'turn-1', step: 1, target: 'openai/gpt-4.1', provider: 'openai' },
    ...{ model: 'gpt-4.1', endpoint: 'https://api.openai.com/v1', account: 'key:1', form: 'whole' },
    ...{ because: ['openai/gpt-4.1 (key:1) comes first'], sentAt: 5, endMs: 7, outcome: 'answered' },
  },
  { kind: 'usage', usage: { input: 12, output: 3, cacheRead: 1 }, target: 'openai/gpt-4.1', contents: 4 },
  { kind: 'switch', to: 'anthropic' },
  { kind: 'approval', rule: { verdict: 'allow', tool: 'run_command', pattern: 'git *' } },
  { kind: 'compaction', contents: [{ speaker: 'human', blocks: [{ type: 'text', text: 'summary' }] }] },
  { kind: 'turn-end', turnId: 't1', outcome: 'done' },
];

/** Texts that some stores might change. */
const awkward: readonly (readonly [string, JsonValue])[] = [
  ['a NUL', 'before\u0000after'],
  ['half a surrogate pair', 'x\ud83d'],
  ['line separators', 'a\nb\r\nc\u2028d\u2029e'],
  ['astral text', '😀 مرحبا 漢字'],
  ['the order of keys', { z: 1, a: 2, 10: 3, m: { y: 1, b: 2 } }],
  ['a repeated key', JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')],
  ['numbers', [0, -1, 1e21, 1.5e-9, 9_007_199_254_740_991]],
  ['nothing', [null, '', {}, [], false]],
  ['a megabyte', 'm'.repeat(1_048_576)],
  ['text that looks like our own line', '{"sum":"00000000","seq":1,"at":1,"record":{}}\n'],
];

const badIds: readonly string[] = [
  '',
  '.',
  '..',
  '../x',
  'a/b',
  'a\\b',
  'a\u0000b',
  'a b',
  'a\n',
  '-rf',
  'é',
  'x'.repeat(101),
];

export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} stores sessions`, () => {
    let subject: StoreUnderTest;
    let store: SessionStore;
    beforeEach(async () => {
      subject = await open();
      store = subject.store;
    });
    afterEach(async () => {
      await subject.close();
    });

    test('returns every kind of record, in order, numbered from 1', async () => {
      const log = await store.create(headerOf('s1', { title: 'First', parent: 's0', spawnDepth: 2 }));
      const written: StoredRecord[] = [];
      for (const [index, record] of everyKind.entries()) written.push(await log.append(record, index % 3 === 0));
      await log.close();
      expect(written.map(({ sequence, record }) => ({ sequence, record }))).toEqual(
        everyKind.map((record, index) => ({ sequence: index + 1, record })),
      );
      store = await subject.reopen();
      const opened = await store.open('s1');
      expect(await collect(opened.records)).toEqual(written);
      expect(opened.warnings).toEqual([]);
      expect(opened.log.header).toEqual(headerOf('s1', { title: 'First', parent: 's0', spawnDepth: 2 }));
    });

    test.each(awkward)('keeps %s byte for byte', async (_what, value) => {
      const log = await store.create(headerOf('s1'));
      await log.append(resultRecord(value), true);
      await log.close();
      store = await subject.reopen();
      const { records } = await store.read('s1');
      const [stored] = await collect(records);
      expect(JSON.stringify(stored?.record)).toBe(JSON.stringify(resultRecord(value)));
    });

    test('keeps a record as it was when it was appended', async () => {
      const log = await store.create(headerOf('s1'));
      const result = { list: [1] };
      const appended = log.append(resultRecord(result), false);
      result.list.push(2);
      await appended;
      result.list.push(3);
      await log.close();
      const { records } = await store.read('s1');
      expect((await collect(records)).map((stored) => stored.record)).toEqual([resultRecord({ list: [1] })]);
    });

    test('rejects what is not JSON, and continues', async () => {
      const log = await store.create(headerOf('s1'));
      const circular: Record<string, unknown> = {};
      circular['self'] = circular;
      expect(await refusal(log.append(resultRecord(circular as JsonValue), true))).toBe('invalid-record');
      expect((await log.append(textRecord('after'), true)).sequence).toBe(1);
    });

    test('numbering continues, whether or not the records were read', async () => {
      const log = await store.create(headerOf('s1'));
      await log.append(textRecord('one'), true);
      await log.close();
      const second = await store.open('s1');
      expect((await second.log.append(textRecord('two'), true)).sequence).toBe(2);
      await second.log.close();
      store = await subject.reopen();
      const third = await store.open('s1');
      for await (const first of third.records) {
        expect(first.sequence).toBe(1);
        break;
      }
      expect((await third.log.append(textRecord('three'), false)).sequence).toBe(3);
      await third.log.close();
      expect((await collect((await store.read('s1')).records)).map(({ record }) => record)).toEqual(
        ['one', 'two', 'three'].map(textRecord),
      );
    });

    test('records appended after opening are not among those opened with', async () => {
      const log = await store.create(headerOf('s1'));
      await log.append(textRecord('one'), true);
      await log.close();
      const opened = await store.open('s1');
      await opened.log.append(textRecord('two'), true);
      expect((await collect(opened.records)).map(({ sequence }) => sequence)).toEqual([1]);
    });

    test('concurrent appends keep their order', async () => {
      const log = await store.create(headerOf('s1'));
      const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
      const stored = await Promise.all(texts.map((text, index) => log.append(textRecord(text), index % 7 === 0)));
      expect(stored.map(({ sequence }) => sequence)).toEqual(texts.map((_, index) => index + 1));
      await log.flush();
      const { records } = await store.read('s1');
      expect(await collect(records)).toEqual(stored);
    });

    test('closing waits for earlier appends and rejects later ones', async () => {
      const log = await store.create(headerOf('s1'));
      const before = [log.append(textRecord('one'), false), log.append(textRecord('two'), true)];
      const closing = log.close();
      expect(await refusal(log.append(textRecord('three'), true))).toBe('closed');
      await closing;
      expect((await Promise.all(before)).map(({ sequence }) => sequence)).toEqual([1, 2]);
      expect(await refusal(log.flush())).toBe('closed');
      await log.close();
      expect(await collect((await store.read('s1')).records)).toHaveLength(2);
    });

    test('one writer at a time; reading needs no lock', async () => {
      const log = await store.create(headerOf('s1'));
      await log.append(textRecord('one'), true);
      expect(await refusal(store.open('s1'))).toBe('locked');
      expect(await refusal(store.delete('s1'))).toBe('locked');
      const { header, records, warnings } = await store.read('s1');
      expect({ header, warnings, records: await collect(records) }).toMatchObject({
        header: headerOf('s1'),
        warnings: [],
        records: [{ sequence: 1 }],
      });
      await log.close();
      const opened = await store.open('s1');
      expect(await refusal(store.open('s1'))).toBe('locked');
      await opened.log.close();
    });

    test('exactly one of many concurrent openers gets the session', async () => {
      await (await store.create(headerOf('s1'))).close();
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => store.open('s1')));
      expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
      const reasons = tries.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : []));
      expect(reasons).toEqual(Array.from({ length: 7 }, () => 'locked'));
    });

    test('exactly one of many concurrent creators creates it', async () => {
      const tries = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => store.create(headerOf('s1', { workspace: `/w/${index % 2}` }))),
      );
      expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
      expect(await store.list()).toHaveLength(1);
    });

    test('a session exists once, regardless of its workspace', async () => {
      await (await store.create(headerOf('s1'))).close();
      expect(await refusal(store.create(headerOf('s1')))).toBe('exists');
      expect(await refusal(store.create(headerOf('s1', { workspace: '/elsewhere' })))).toBe('exists');
    });

    test('a missing session is not found', async () => {
      expect(await refusal(store.open('s1'))).toBe('not-found');
      expect(await refusal(store.read('s1'))).toBe('not-found');
      expect(await refusal(store.delete('s1'))).toBe('not-found');
      expect(await store.list()).toEqual([]);
    });

    test.each(badIds.map((id) => [id]))('rejects the id %j', async (id) => {
      expect(await refusal(store.create(headerOf(id)))).toBe('invalid-id');
      expect(await refusal(store.open(id))).toBe('invalid-id');
      expect(await refusal(store.read(id))).toBe('invalid-id');
      expect(await refusal(store.delete(id))).toBe('invalid-id');
    });

    test('05-edge-cases 4.3 similar ids stay separate', async () => {
      const ids = ['a', 'A', 'a.b', 'a_b', 'a-b', 'a:b', 'a.lock', 'a.skipped', 'telegram:12345', 'telegram-12345'];
      for (const id of ids) {
        const log = await store.create(headerOf(id));
        await log.append(textRecord(id), true);
        await log.close();
      }
      store = await subject.reopen();
      for (const id of ids) {
        const { header, records } = await store.read(id);
        expect([header.id, (await collect(records)).map(({ record }) => record)]).toEqual([id, [textRecord(id)]]);
      }
      expect((await store.list()).map(({ header }) => header.id).toSorted()).toEqual(ids.toSorted());
    });

    test('05-edge-cases 4.3 similar workspaces stay separate', async () => {
      const workspaces = ['', '/', '/a/b', '/a-b', '/A/b', '/a/b/', 'a/b', 'C:\\a\\b', `/${'long/'.repeat(200)}`, '/é'];
      for (const [index, workspace] of workspaces.entries())
        await (await store.create(headerOf(`s${index}`, { workspace }))).close();
      store = await subject.reopen();
      for (const [index, workspace] of workspaces.entries())
        expect((await store.list(workspace)).map(({ header }) => header)).toEqual([
          headerOf(`s${index}`, { workspace }),
        ]);
      expect(await store.list('/nowhere')).toEqual([]);
      expect(await store.list()).toHaveLength(workspaces.length);
    });

    test('lists the newest first, with their number of records and creation time', async () => {
      const createdAt = 1_000;
      const older = await store.create(headerOf('older', { createdAt: createdAt + 1 }));
      await older.append(textRecord('one'), true);
      await nextMillisecond();
      const newer = await store.create(headerOf('newer', { createdAt }));
      await newer.append(textRecord('one'), false);
      const last = await newer.append(textRecord('x'.repeat(300_000)), true);
      await (await store.create(headerOf('empty', { createdAt }))).close();
      await newer.close();
      await nextMillisecond();
      const latest = await older.append(textRecord('two'), true);
      await older.close();
      store = await subject.reopen();
      expect(await store.list()).toEqual([
        { header: headerOf('older', { createdAt: createdAt + 1 }), updatedAt: latest.at, records: 2 },
        { header: headerOf('newer', { createdAt }), updatedAt: last.at, records: 2 },
        { header: headerOf('empty', { createdAt }), updatedAt: createdAt, records: 0 },
      ]);
    });

    test('a deleted session is gone and can be created again', async () => {
      const log = await store.create(headerOf('s1'));
      await log.append(textRecord('one'), true);
      await log.close();
      await store.delete('s1');
      expect(await refusal(store.read('s1'))).toBe('not-found');
      expect(await store.list()).toEqual([]);
      const again = await store.create(headerOf('s1', { workspace: '/other' }));
      expect((await again.append(textRecord('new'), true)).sequence).toBe(1);
    });

    test('a closed store has closed its sessions and does nothing more', async () => {
      const log = await store.create(headerOf('s1'));
      const appended = log.append(textRecord('one'), false);
      await store.close();
      await appended;
      expect(await refusal(log.append(textRecord('two'), true))).toBe('closed');
      expect(await refusal(store.create(headerOf('s2')))).toBe('closed');
      expect(await refusal(store.open('s1'))).toBe('closed');
      expect(await refusal(store.read('s1'))).toBe('closed');
      expect(await refusal(store.list())).toBe('closed');
      expect(await refusal(store.delete('s1'))).toBe('closed');
      store = await subject.reopen();
      expect(await collect((await store.open('s1')).records)).toHaveLength(1);
    });
  });
}
