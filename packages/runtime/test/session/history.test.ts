/** `History` over a log that fails and responds as the test says. */
import type { Content } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { History } from '../../src/history/history.ts';
import { emptyFacts } from '../../src/history/session-facts.ts';
import type { SessionRecord } from '../../src/index.ts';
import type { SessionLog } from '../../src/store/session-store.ts';

const header = { version: 1, id: 'one', workspace: '/', createdAt: 0, spawnDepth: 0 } as const;
const ai: Content = {
  speaker: 'ai',
  blocks: ['a', 'b'].map((id) => ({ type: 'tool_call', id, name: 'work', parameters: {} })),
};
const answer: SessionRecord = { kind: 'content', content: ai };
const question: SessionRecord = { kind: 'content', content: { speaker: 'human', blocks: [] } };
const results: SessionRecord = { kind: 'content', content: { speaker: 'tool', blocks: [] } };
const start = (id: string): SessionRecord => ({ kind: 'call-start', id });
const end = (id: string): SessionRecord => ({ kind: 'call-end', id, outcome: { state: 'complete', result: id } });
const rule: SessionRecord = { kind: 'approval', rule: { verdict: 'allow', tool: 'work' } };

/** Each append waits until the test settles it. */
function createLog(): { readonly log: SessionLog; readonly kept: SessionRecord[]; readonly next: Settle } {
  const waiting: { readonly record: SessionRecord; readonly done: PromiseWithResolvers<void> }[] = [];
  const kept: SessionRecord[] = [];
  const next: Settle = async (verdict = 'kept') => {
    for (let tick = 0; waiting.length === 0 && tick < 20; tick += 1) await Promise.resolve();
    const entry = waiting.shift();
    if (entry === undefined) throw new Error('nobody appends');
    if (verdict === 'kept') {
      kept.push(entry.record);
      entry.done.resolve();
    } else entry.done.reject(new Error('full'));
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    return waiting.length;
  };
  const append = async (record: SessionRecord) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ record, done });
    await done.promise;
    return { sequence: kept.length, at: 0, record };
  };
  return { log: { header, append, flush: async () => {}, close: async () => {} }, kept, next };
}

/** Resolves with the number of appends that still wait. */
type Settle = (verdict?: 'kept' | 'refused') => Promise<number>;

const fails = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'written',
    () => 'refused',
  );

test('keeps facts that the store rejected, and writes them before anything else', async () => {
  const { log, kept, next } = createLog();
  const history = new History(log, emptyFacts());
  const first = fails(history.write(answer));
  await next('refused');
  expect(await first).toBe('refused');
  expect(history.facts.contents).toEqual([ai]);
  const second = history.write(question);
  await next();
  await next();
  await second;
  expect(kept).toEqual([answer, question]);
});

test.each([
  ['a question', question],
  ['a start', start('a')],
])('%s that the store rejected did not happen', async (_, record) => {
  const { log, next } = createLog();
  const history = new History(log, emptyFacts());
  const written = fails(history.write(record));
  await next('refused');
  expect(await written).toBe('refused');
  expect([history.facts.contents, history.facts.ledger.size]).toEqual([[], 0]);
});

test.each([
  ['a rule from the user', rule],
  ['a text taken from the user', { kind: 'text-queued', number: 1, text: 'go on' }],
] as const)('%s is kept, sooner or later', async (_, record) => {
  const { log, kept, next } = createLog();
  const history = new History(log, emptyFacts());
  const written = fails(history.write(record));
  await next('refused');
  await written;
  const flushed = history.flush();
  await next();
  await flushed;
  expect(kept).toEqual([record]);
});

test('writes what was left once, however many need it at the same time', async () => {
  const { log, kept, next } = createLog();
  const history = new History(log, emptyFacts());
  const refused = [history.write(end('a')), history.write(end('b'))].map(fails);
  await next('refused');
  await next('refused');
  expect(await Promise.all(refused)).toEqual(['refused', 'refused']);
  // A turn starts while an abandoned tool ends.
  const flushed = history.flush();
  const late = history.write(end('c'));
  while ((await next()) > 0);
  await Promise.all([flushed, late]);
  expect(kept).toEqual([end('a'), end('b'), end('c')]);
});

test('writes the ends of a batch together; a content keeps its position', async () => {
  const { log, kept, next } = createLog();
  const history = new History(log, emptyFacts());
  const writes = [end('a'), end('b'), results, end('c')].map((record) => fails(history.write(record)));
  // Two appends are in progress; the content waits for both, and later records wait for the content.
  expect(await next()).toBe(1);
  expect(await next()).toBe(1);
  expect(kept).toEqual([end('a'), end('b')]);
  await next('refused');
  await next();
  await next();
  expect(await Promise.all(writes)).toEqual(['written', 'written', 'refused', 'written']);
  expect(kept).toEqual([end('a'), end('b'), results, end('c')]);
});
