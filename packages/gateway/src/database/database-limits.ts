/** Client limits over all instances. While the database is lost, each instance counts on its own. */
import { randomBytes } from 'node:crypto';
import type { Allowances, Clock } from '@interlock/runtime';
import type { Admission } from '../clients/client.ts';
import { type Limits, tooManyAMinute, tooManyAtOnce } from '../clients/client-limits.ts';
import type { LimitsEverywhere } from '../clients/create-clients.ts';
import type { Availability } from './availability.ts';

/** How long the requests of an instance that died still count. */
const leaseMs = 60_000;

interface Place {
  readonly client: string;
  readonly place: string;
}

export class DatabaseLimits implements LimitsEverywhere {
  readonly #allowances: Allowances;
  readonly #availability: Availability;
  readonly #clock: Clock;
  readonly #closed = new AbortController();
  /** By client. */
  readonly #places = new Map<string, Set<string>>();
  /** Places to give back when the database is there again: until then they would count, for up to `leaseMs`. */
  readonly #owed: Place[] = [];
  #renewing = false;

  constructor(allowances: Allowances, availability: Availability, clock: Clock) {
    this.#allowances = allowances;
    this.#availability = availability;
    this.#clock = clock;
    availability.onRecovery(async () => {
      for (let next = this.#owed.shift(); next !== undefined; next = this.#owed.shift()) {
        await allowances.release(next.client, next.place);
      }
    });
  }

  async enter(client: string, { requestsPerMinute, concurrent }: Limits): Promise<Admission> {
    const place = randomBytes(12).toString('base64url');
    const limits = {
      ...(requestsPerMinute === undefined ? {} : { perMinute: requestsPerMinute }),
      ...(concurrent === undefined ? {} : { concurrent }),
    };
    const wasLost = this.#availability.lost;
    const asked = await this.#availability.run(() => this.#allowances.take(client, place, limits, leaseMs));
    if (asked === undefined) {
      // It may have been taken although no answer came.
      if (!wasLost) this.#owed.push({ client, place });
      return { leave: () => undefined };
    }
    const { value } = asked;
    if (value.granted) {
      this.#hold(client, place);
      return { leave: () => this.#free(client, place) };
    }
    if (value.over === 'concurrent') return { refusal: tooManyAtOnce(concurrent ?? 0) };
    return { refusal: tooManyAMinute(requestsPerMinute ?? 0, value.retryAfterMs) };
  }

  close(): void {
    this.#closed.abort();
  }

  #hold(client: string, place: string): void {
    const places = this.#places.get(client) ?? new Set();
    this.#places.set(client, places.add(place));
    if (!this.#renewing) void this.#renew();
  }

  #free(client: string, place: string): void {
    const places = this.#places.get(client);
    places?.delete(place);
    if (places?.size === 0) this.#places.delete(client);
    void this.#release(client, place);
  }

  async #release(client: string, place: string): Promise<void> {
    const released = await this.#availability.run(() => this.#allowances.release(client, place));
    if (released === undefined) this.#owed.push({ client, place });
  }

  async #renew(): Promise<void> {
    this.#renewing = true;
    for (;;) {
      await this.#clock.sleep(leaseMs / 3, this.#closed.signal);
      if (this.#closed.signal.aborted || this.#places.size === 0) break;
      for (const [client, places] of this.#places) {
        const renewed = [...places];
        await this.#availability.run(() => this.#allowances.renew(client, renewed, leaseMs));
        // Renewing may have come after the release.
        for (const place of renewed) if (!places.has(place)) void this.#release(client, place);
      }
    }
    this.#renewing = false;
  }
}
