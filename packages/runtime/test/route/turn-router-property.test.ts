/** Properties that hold for any route, any failures and several concurrent sessions. */
import type { FailureReason } from '@interlock/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import { createRoute } from '../../src/route/create-route.ts';
import type { Route, RouteConfig, RouteStep, TurnRoute } from '../../src/route/route.ts';
import { createMemoryRouteStore } from '../../src/store/memory-route-store.ts';
import type { RouteStore } from '../../src/store/route-store.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';

const reasons: readonly FailureReason[] = [
  ...(['rate-limit', 'overloaded', 'timeout', 'network', 'server', 'billing', 'auth', 'auth-permanent'] as const),
  ...(['context-overflow', 'model-not-found', 'invalid-request', 'content-filter', 'unknown'] as const),
];

const windows = [4_000, 16_000, 64_000] as const;

const routes: fc.Arbitrary<RouteConfig> = fc
  .record({
    policy: fc.constantFrom('failover', 'round-robin', 'fixed'),
    failover: fc.constantFrom('continue', 'between-requests', 'wait', 'between-turns'),
    maxRetries: fc.integer({ min: 0, max: 5 }),
    maxWaitMs: fc.constantFrom(0, 40_000, 300_000, 3_600_000),
    shapes: fc.array(
      fc.tuple(fc.constantFrom(...windows), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  } as const)
  .map(({ shapes, policy, ...rest }) => ({
    ...rest,
    policy,
    targets: (policy === 'fixed' ? shapes.slice(0, 1) : shapes).map(([contextWindow, keys, weight], place) => ({
      provider: 'openai-compatible',
      model: 'm',
      endpoint: `http://t${place}.example/v1`,
      name: `t${place}`,
      weight,
      traits: { contextWindow },
      credentials: Array.from({ length: keys }, (_, index) => ({ key: `t${place}-${index}`, account: `k${index}` })),
    })),
  }));

type Reply =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: FailureReason;
      readonly shown: boolean;
      readonly hint: number | undefined;
    };

const replies: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ ok: true } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      ok: fc.constant(false as const),
      reason: fc.constantFrom(...reasons),
      shown: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
      hint: fc.constantFrom(undefined, undefined, 0, 900, 20_000, 86_400_000),
    }),
  },
);

const scenes = fc.record({
  config: routes,
  replies: fc.array(replies, { minLength: 5, maxLength: 60 }),
  /** Which session continues, whether a new turn starts, how much time passes, and the size of the history. */
  moves: fc.array(
    fc.record({
      session: fc.integer({ min: 0, max: 2 }),
      fresh: fc.boolean(),
      ms: fc.constantFrom(0, 0, 500, 31_000, 700_000),
      tokens: fc.constantFrom(1_000, 10_000, 50_000, 100_000),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

/** Fails the test if a running window becomes shorter, or disappears without a success. */
function watched(inner: RouteStore, clock: VirtualClock, isSuccess: () => boolean): RouteStore {
  return {
    cooldowns: () => inner.cooldowns(),
    take: (counter) => inner.take(counter),
    put: async (cooldown) => {
      const before = (await inner.cooldowns()).find(({ key }) => key === cooldown.key);
      if (before !== undefined && before.until > clock.now()) {
        expect(cooldown.until).toBeGreaterThanOrEqual(before.until);
        expect(cooldown.count).toBe(before.count);
      }
      await inner.put(cooldown);
    },
    clear: async (key) => {
      expect(isSuccess()).toBe(true);
      await inner.clear(key);
    },
  };
}

/** One session, and what an observer knows about its current turn. */
class Session {
  readonly #route: Route;
  readonly #clock: VirtualClock;
  #turn: TurnRoute | undefined;
  /** Targets without the model, targets that reported an overflow, and the last target that the turn used. */
  #missing = new Set<string>();
  #tooLong = new Map<string, number>();
  #bound: string | undefined;
  /** The state of the current request. */
  #failed = new Set<string>();
  #asked = new Map<string, number>();
  /** The next attempt goes to the same selection, whichever candidates are free. */
  #follows = false;
  sends = 0;
  coolingSends = 0;

  constructor(route: Route, clock: VirtualClock) {
    this.#route = route;
    this.#clock = clock;
  }

  async request(fresh: boolean, tokens: number, take: () => Reply, succeed: (turn: TurnRoute) => Promise<void>) {
    if (fresh || this.#turn === undefined) await this.#begin();
    const turn = this.#turn;
    if (turn === undefined) throw new Error('There is no turn.');
    this.#failed = new Set();
    this.#asked = new Map();
    this.#follows = false;
    let step = await turn.next({ tokens });
    for (let count = 0; step.do !== 'stop'; count += 1) {
      if (count > 200) throw new Error('The request does not come to an end.');
      if (step.do === 'wait') {
        await this.#checkWait(step, tokens);
        await this.#clock.advance(step.ms);
        step = await turn.next({ tokens });
        continue;
      }
      await this.#checkSend(step, tokens);
      const reply = take();
      if (reply.ok) return succeed(turn);
      step = await this.#fail(turn, step, reply, tokens);
    }
    expect(step.because.length).toBeGreaterThan(0);
  }

  async #begin(): Promise<void> {
    this.#turn = await this.#route.begin();
    this.#missing = new Set();
    this.#tooLong = new Map();
    this.#bound = undefined;
  }

  get #stays(): boolean {
    const { failover = '' } = this.#route.config;
    return ['wait', 'between-turns'].includes(failover) && this.#bound !== undefined;
  }

  async #checkWait(step: Extract<RouteStep, { do: 'wait' }>, tokens: number): Promise<void> {
    expect(step.until).toBe(this.#clock.now() + step.ms);
    if (!this.#stays && !this.#follows) expect(await this.#free(tokens)).toEqual([]);
  }

  async #checkSend({ selection, plain }: Extract<RouteStep, { do: 'send' }>, tokens: number): Promise<void> {
    const { name, account, target } = selection;
    const candidate = `${name} ${account}`;
    expect(target.key).toBe(`${name}-${account.slice(1)}`);
    this.sends += 1;
    this.#checkCount(candidate, plain);
    const view = (await this.#route.look()).targets.find((each) => each.name === name);
    const cools = view?.accounts.find((each) => each.account === account)?.coolingUntil !== undefined;
    if (cools) this.coolingSends += 1;
    if (cools && !this.#stays && !this.#follows) expect(await this.#free(tokens)).toEqual([]);
    if (this.#stays) expect(name).toBe(this.#bound);
    this.#bound = name;
  }

  /** The simplified form of a refused request is sent even if no retries are left. */
  #checkCount(candidate: string, plain: boolean): void {
    const asked = (this.#asked.get(candidate) ?? 0) + 1;
    this.#asked.set(candidate, asked);
    expect(asked).toBeLessThanOrEqual(1 + (this.#route.config.maxRetries ?? 4) + (plain ? 1 : 0));
  }

  async #fail(
    turn: TurnRoute,
    { selection: { name, account } }: Extract<RouteStep, { do: 'send' }>,
    { reason, shown, hint }: Extract<Reply, { ok: false }>,
    tokens: number,
  ): Promise<RouteStep> {
    const candidate = `${name} ${account}`;
    if (reason === 'model-not-found') this.#missing.add(name);
    else this.#failed.add(candidate);
    if (reason === 'context-overflow') this.#tooLong.set(name, Math.min(tokens, this.#tooLong.get(name) ?? tokens));
    this.#follows = reason === 'invalid-request' || reason === 'unknown';
    const retryAfterMs = hint === undefined ? {} : { retryAfterMs: hint };
    const step = await turn.failed({ reason, message: 'failed', ...retryAfterMs }, shown, { tokens });
    if (shown) expect(step.do).toBe('stop');
    if (reason === 'invalid-request' && step.do === 'send') {
      const { plain, selection } = step;
      expect([plain, `${selection.name} ${selection.account}`]).toEqual([true, candidate]);
    }
    return step;
  }

  /** Candidates that are not cooling down, whose window is large enough, and that have not failed for this request. */
  async #free(tokens: number): Promise<readonly string[]> {
    const { targets } = await this.#route.look();
    const holds = (name: string, place: number): boolean => {
      const window = this.#route.config.targets[place]?.traits?.contextWindow ?? 0;
      return window >= tokens && (this.#tooLong.get(name) ?? tokens + 1) > tokens;
    };
    return targets
      .filter(({ name }, place) => !this.#missing.has(name) && holds(name, place))
      .flatMap(({ name, accounts }) =>
        accounts
          .filter(({ coolingUntil }) => coolingUntil === undefined)
          .map(({ account }) => `${name} ${account}`)
          .filter((candidate) => !this.#failed.has(candidate)),
      );
  }
}

test(
  'never uses a cooling credential while another is free, never shortens a window, and every request ends',
  async () => {
    let sends = 0;
    let coolingSends = 0;
    await holdsAsync(scenes, 300, async ({ config, replies: script, moves }) => {
      const clock = createVirtualClock();
      const queue = [...script];
      let isSuccess = false;
      const store = watched(createMemoryRouteStore(), clock, () => isSuccess);
      const route = createRoute(config, { clock, store, random: () => 0.25, environment: {} });
      const sessions = [0, 1, 2].map(() => new Session(route, clock));
      const succeed = async (turn: TurnRoute): Promise<void> => {
        isSuccess = true;
        await turn.succeeded();
        isSuccess = false;
      };
      for (const { session, fresh, ms, tokens } of moves) {
        await clock.advance(ms);
        await sessions[session]?.request(fresh, tokens, () => queue.shift() ?? { ok: true }, succeed);
      }
      sends += sessions.reduce((sum, session) => sum + session.sends, 0);
      coolingSends += sessions.reduce((sum, session) => sum + session.coolingSends, 0);
    });
    // The property is not vacuous: credentials in cooldown were asked because there were no others.
    expect({ many: sends > 1_000, alsoCooling: coolingSends > 50 }).toEqual({ many: true, alsoCooling: true });
  },
  patience,
);
