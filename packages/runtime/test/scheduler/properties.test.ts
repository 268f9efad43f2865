/**
 * Properties of any batch, whatever its tools do and whenever it is cancelled. Which calls may run in parallel is computed here a second
 * time, pair by pair and without a tree, so that both agree only if both are right.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import type { Outcome } from '../../src/scheduler/outcome.ts';
import type { Access, AgentTool } from '../../src/tool/tool.ts';
import { approvalsBy, call, createKit, type Kit, tool } from './batch-kit.ts';

type Behaviour = 'works' | 'throws' | 'fails' | 'obeys' | 'ignores' | 'answers-when-stopped';

interface Plan {
  readonly access: Access;
  readonly behaviour: Behaviour;
  readonly duration: number;
  readonly approvalAfter: number;
  readonly isDenied: boolean;
  readonly timeout: number;
  readonly effects: boolean;
}

interface Case {
  readonly plans: readonly Plan[];
  readonly parallel: number;
  readonly cancelAt: number | undefined;
  readonly journalTakes: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
  /** How the function of the tool ended. */
  readonly end: 'returned' | 'threw';
}

const graceMs = 7;
const names = ['', 'a', 'a/b', 'a/b/c', 'a/c', 'd', 'd/e', 'ab', '../x'];

const access: fc.Arbitrary<Access> = fc.record({
  reads: fc.array(fc.constantFrom(...names), { maxLength: 2 }),
  writes: fc.array(fc.constantFrom(...names), { maxLength: 2 }),
  exclusive: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const plan: fc.Arbitrary<Plan> = fc.record({
  access,
  behaviour: fc.constantFrom('works', 'works', 'works', 'throws', 'fails', 'obeys', 'ignores', 'answers-when-stopped'),
  duration: fc.integer({ min: 0, max: 20 }),
  approvalAfter: fc.constantFrom(0, 0, 0, 5, 15),
  isDenied: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  timeout: fc.constantFrom(10, 30, 100),
  effects: fc.boolean(),
});

const batch: fc.Arbitrary<Case> = fc.record({
  plans: fc.array(plan, { minLength: 1, maxLength: 12 }),
  parallel: fc.constantFrom(1, 2, 3, 8, 20),
  cancelAt: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  journalTakes: fc.constantFrom(0, 0, 3),
});

describe('any batch', () => {
  test(
    'REQ-915-031 REQ-915-034 ends with exactly one completion per call, conflicts in call order, the rest in parallel',
    async () => {
      await holdsAsync(batch, 400, async (given) => {
        const seen = await runCase(given);
        expectOneEndEach(given, seen);
        expectConflictsInOrder(given, seen);
        expectNoIdlePlace(given, seen);
        expectNothingLeft(given, seen);
      });
    },
    patience,
  );
});

interface Seen {
  readonly kit: Kit;
  readonly outcomes: readonly Outcome[];
  /** As seen by the tools themselves; undefined if the tool never ran. */
  readonly spans: readonly (Span | undefined)[];
  /** When the scheduler finished each call, and the maximum number of concurrent calls. */
  readonly freed: readonly number[];
  readonly mostAtOnce: number;
  readonly resolvedAt: number;
  readonly start: number;
  /** Tools that were still running when the batch ended. */
  readonly stillRunning: readonly number[];
}

async function runCase(given: Case): Promise<Seen> {
  const spans: (Span | undefined)[] = given.plans.map(() => undefined);
  const running = new Set<number>();
  const freed: number[] = [];
  let kit: Kit | undefined;
  const now = (): number => kit?.clock.now() ?? 0;
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => kit?.clock.sleep(ms, signal);
  const tools = given.plans.map((each, index) => makeTool(index, each, spans, running, now, sleep));
  const inSchedule = new Set<string>();
  let mostAtOnce = 0;
  kit = createKit(tools, {
    parallel: given.parallel,
    graceMs,
    approvals: approvalsBy(async ({ tool: name }, signal, asking) => {
      const { approvalAfter, isDenied } = given.plans[Number(name)] ?? { approvalAfter: 0, isDenied: true };
      if (approvalAfter > 0) asking({ callId: name, tool: name, kind: 'other', args: {}, subject: '', rule: name });
      await sleep(approvalAfter, signal);
      if (signal.aborted) return { verdict: 'deny', by: 'cancelled' };
      return isDenied ? { verdict: 'deny', by: 'user', message: 'no' } : { verdict: 'allow', by: 'user' };
    }),
    journal: {
      started: async ({ id }) => {
        inSchedule.add(id);
        mostAtOnce = Math.max(mostAtOnce, inSchedule.size);
        await sleep(given.journalTakes);
        kit?.journal.push(`started ${id}`);
      },
      settled: async ({ id }, outcome) => {
        await sleep(given.journalTakes);
        inSchedule.delete(id);
        freed[Number(id)] = now();
        kit?.journal.push(`settled ${id} ${outcome.state}`);
      },
      late: async ({ id }, outcome) => {
        kit?.journal.push(`late ${id} ${outcome.state}`);
        throw new Error('nobody hears this');
      },
    },
  });
  const { clock, controller } = kit;
  const start = clock.now();
  const { cancelAt } = given;
  if (cancelAt !== undefined) void clock.sleep(cancelAt).then(() => controller.abort());
  const ran = kit.scheduler.run(
    given.plans.map((_, index) => call(String(index), String(index))),
    controller.signal,
  );
  const { settled, fault } = await clock.finish(ran);
  const resolvedAt = clock.now();
  const stillRunning = [...running];
  const willCancel = cancelAt !== undefined && !controller.signal.aborted;
  expect(clock.sleeping, 'sleepers when it is over').toBe(stillRunning.length + (willCancel ? 1 : 0));
  expect(fault).toBeUndefined();
  expect(settled.map((each) => each.call.id)).toEqual(given.plans.map((_, index) => String(index)));
  await clock.runUntilIdle();
  const outcomes = settled.map(({ outcome }) => outcome);
  return { kit, outcomes, spans, freed, mostAtOnce, resolvedAt, start, stillRunning };
}

function makeTool(
  index: number,
  { access: touched, behaviour, duration, timeout, effects }: Plan,
  spans: (Span | undefined)[],
  running: Set<number>,
  now: () => number,
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
): AgentTool {
  const act = async (signal: AbortSignal): Promise<string | { text: string; failed: true }> => {
    if (behaviour === 'ignores') await sleep(500);
    else if (behaviour === 'obeys' || behaviour === 'answers-when-stopped') await sleep(10_000, signal);
    else await sleep(duration, signal);
    if (behaviour === 'throws' || behaviour === 'obeys') throw new Error('broken');
    if (signal.aborted && behaviour === 'works') throw signal.reason;
    return behaviour === 'fails' ? { text: 'it failed', failed: true } : 'done';
  };
  return tool(String(index), {
    kind: effects ? 'write' : 'read',
    timeoutMs: timeout,
    access: () => touched,
    run: async (_, { signal, progress }) => {
      const from = now();
      running.add(index);
      progress(`began ${index}`);
      let end: Span['end'] = 'threw';
      try {
        const output = await act(signal);
        end = 'returned';
        return output;
      } finally {
        running.delete(index);
        spans[index] = { from, to: now(), end };
      }
    },
  });
}

function expectOneEndEach({ plans, cancelAt }: Case, { kit, outcomes, spans, start }: Seen): void {
  const results = kit.events.filter(({ type }) => type === 'tool-result');
  expect(results.map(({ id }) => id)).toEqual(plans.map((_, index) => String(index)));
  expect(results.map((event) => event.type === 'tool-result' && event.outcome)).toEqual(outcomes);
  for (const [index, { behaviour, isDenied }] of plans.entries()) {
    expect(kit.journal.filter((line) => line.startsWith(`settled ${index} `))).toEqual([
      `settled ${index} ${outcomes[index]?.state}`,
    ]);
    const state = outcomes[index]?.state;
    const hasRun = spans[index] !== undefined;
    expect(hasRun, `${index} ${state}`).toBe(state !== 'cancelled' && state !== 'denied');
    if (state === 'cancelled' || state === 'interrupted') expect(cancelAt).toBeDefined();
    if (state === 'denied') expect(isDenied).toBe(true);
    // A call may have started at the moment of the cancel, but not after it.
    if (hasRun && cancelAt !== undefined) expect(spans[index]?.from).toBeLessThanOrEqual(start + cancelAt);
    if (hasRun && behaviour === 'answers-when-stopped') expect(state).toBe('complete');
    if (state === 'complete') expect(['works', 'answers-when-stopped', 'ignores']).toContain(behaviour);
    if (state === 'interrupted' || state === 'timeout') {
      expect(outcomes[index]).toEqual({ state, partial: `began ${index}` });
    }
  }
}

function expectConflictsInOrder({ plans }: Case, { spans, freed, stillRunning }: Seen): void {
  for (const [later, second] of plans.entries()) {
    for (const [earlier, first] of plans.slice(0, later).entries()) {
      const a = spans[earlier];
      const b = spans[later];
      if (a === undefined || b === undefined || !conflict(first.access, second.access)) continue;
      // For the other calls, an abandoned tool has ended when it was abandoned.
      const wasLeft = first.behaviour === 'ignores' || stillRunning.includes(earlier);
      expect(b.from, `${earlier} before ${later}`).toBeGreaterThanOrEqual(wasLeft ? (freed[earlier] ?? 0) : a.to);
    }
  }
}

/** Every call that could start did so immediately, as long as a slot was free. */
function expectNoIdlePlace({ plans, parallel, journalTakes }: Case, { spans, freed, start, mostAtOnce }: Seen): void {
  expect(mostAtOnce).toBeLessThanOrEqual(parallel);
  if (parallel < plans.length) return;
  for (const [index, { access: touched, approvalAfter }] of plans.entries()) {
    const span = spans[index];
    if (span === undefined) continue;
    const waited = plans
      .slice(0, index)
      .flatMap((other, earlier) => (conflict(other.access, touched) ? [freed[earlier] ?? 0] : []));
    expect(span.from, `${index} began`).toBe(Math.max(start + approvalAfter, ...waited) + journalTakes);
  }
}

function expectNothingLeft({ plans, cancelAt, journalTakes }: Case, seen: Seen): void {
  const { kit, stillRunning, resolvedAt, start, outcomes } = seen;
  for (const index of stillRunning) expect(plans[index]?.behaviour).toBe('ignores');
  expect(kit.journal.filter((line) => line.startsWith('late'))).toHaveLength(stillRunningEver(seen, plans));
  expect(kit.clock.sleeping).toBe(0);
  if (cancelAt !== undefined && outcomes.some(({ state }) => state === 'cancelled' || state === 'interrupted')) {
    expect(resolvedAt).toBeLessThanOrEqual(start + cancelAt + graceMs + 2 * journalTakes);
  }
}

/** Every abandoned tool has reported its end once. */
function stillRunningEver({ spans, outcomes }: Seen, plans: readonly Plan[]): number {
  return plans.filter(({ behaviour }, index) => {
    const state = outcomes[index]?.state;
    return behaviour === 'ignores' && spans[index] !== undefined && (state === 'timeout' || state === 'interrupted');
  }).length;
}

function conflict(one: Access, other: Access): boolean {
  if (one.exclusive === true || other.exclusive === true) return true;
  const touches = (some: Access): readonly string[] => [...(some.reads ?? []), ...(some.writes ?? [])];
  const meet = (some: readonly string[], others: readonly string[]): boolean =>
    some.some((a) => others.some((b) => isWithin(a, b) || isWithin(b, a)));
  return meet(one.writes ?? [], touches(other)) || meet(other.writes ?? [], touches(one));
}

function isWithin(inner: string, outer: string): boolean {
  if (outer === '' || outer.startsWith('..')) return true;
  return `${inner}/`.startsWith(`${outer}/`);
}
