/** The cooldowns that one turn reads and writes. */
import type { Failure } from '@interlock/wire';
import type { Cooldown, RouteStore } from '../store/route-store.ts';
import type { FailedAttempts } from './candidate-state.ts';
import { type CooldownConfig, coolDown, cooldownKey, hintOf } from './cooldown.ts';
import type { Candidate } from './read-route.ts';
import { retryDelay } from './retry-delay.ts';
import { unreachableCount } from './unreachable.ts';

export interface BookParts {
  readonly store: RouteStore;
  readonly cooldowns: CooldownConfig;
  readonly random: () => number;
}

export class CooldownBook {
  readonly #parts: BookParts;
  /** As read when the request was sent, or after it failed. */
  #known: ReadonlyMap<string, Cooldown> = new Map();

  constructor(parts: BookParts) {
    this.#parts = parts;
  }

  async look(): Promise<void> {
    this.#known = byKey(await this.#parts.store.cooldowns());
  }

  /** The window that ends last, of the credential or of its model; it may already have ended. */
  of(candidate: Candidate): Cooldown | undefined {
    return longestOf(candidate, this.#known);
  }

  /** Records the failure. Returns when the request may be retried; undefined if such a failure has no cooldown. */
  async write(
    candidate: Candidate,
    failure: Failure,
    tried: FailedAttempts | undefined,
    now: number,
  ): Promise<FailedAttempts | undefined> {
    const { store, random, cooldowns } = this.#parts;
    const key = keyOf(candidate, failure.reason);
    const previous = (await store.cooldowns()).find((cooldown) => cooldown.key === key);
    const cooled = coolDown(previous, failure, now, cooldowns);
    if (cooled === undefined) return undefined;
    const cooldown = { key, ...cooled };
    await store.put(cooldown);
    this.#known = new Map(this.#known).set(key, cooldown);
    // In a window that another turn has opened, this request waits like all others.
    const isOurs = previous === undefined || previous.until <= now || previous.until === tried?.until;
    const until = isOurs || cooled.until > previous.until ? cooled.until : (tried?.until ?? 0);
    const count = (tried?.count ?? 0) + 1;
    const hint = hintOf(failure);
    const pause = retryDelay(count, undefined, random);
    const retryAt = now + Math.max(Math.ceil(hint ?? 0), pause);
    const unreachable = (tried?.unreachable ?? 0) + unreachableCount(failure, candidate);
    return { count, retryAt, hinted: (hint ?? 0) > pause, until: until > now ? until : 0, unreachable };
  }

  /** The request succeeded: earlier failures are cleared, except for those that another turn has added since. */
  async clear(candidate: Candidate): Promise<void> {
    const known = cooldownsOf(candidate, this.#known);
    if (known.length === 0) return;
    const present = byKey(await this.#parts.store.cooldowns());
    for (const { key, count, until } of known) {
      const now = present.get(key);
      if (now?.count === count && now.until === until) await this.#parts.store.clear(key);
    }
    this.#known = new Map();
  }
}

export function byKey(cooldowns: readonly Cooldown[]): ReadonlyMap<string, Cooldown> {
  return new Map(cooldowns.map((cooldown) => [cooldown.key, cooldown]));
}

export function longestOf(candidate: Candidate, cooldowns: ReadonlyMap<string, Cooldown>): Cooldown | undefined {
  const [first, second] = cooldownsOf(candidate, cooldowns);
  return second === undefined || (first !== undefined && first.until >= second.until) ? first : second;
}

function cooldownsOf(candidate: Candidate, cooldowns: ReadonlyMap<string, Cooldown>): readonly Cooldown[] {
  // Nearly always there are none, and each request asks several times.
  if (cooldowns.size === 0) return [];
  return [keyOf(candidate, 'billing'), keyOf(candidate, 'rate-limit')].flatMap((key) => cooldowns.get(key) ?? []);
}

/** The same model at another address is a different one. */
function keyOf({ account, destination }: Candidate, reason: Failure['reason']): string {
  const { provider, model, origin } = destination;
  return cooldownKey(
    origin.endpoint === undefined ? provider : `${provider}@${origin.endpoint}`,
    account,
    model,
    reason,
  );
}
