/** What several instances of a gateway share through PostgreSQL. While it is lost, each instance continues on its own. */
import type { Clock, RouteStore } from '@interlock/runtime';
import { createPostgresStore } from '@interlock/runtime/postgres';
import type { AnswerStore } from '../answers/answer-store.ts';
import type { LimitsEverywhere } from '../clients/create-clients.ts';
import type { GatewayLog } from '../log/log.ts';
import type { GatewayMetrics } from '../log/metrics.ts';
import type { DatabaseOptions } from '../options/gateway-options.ts';
import type { ResponseMemory } from '../responses/response-memory.ts';
import type { ResponseStore } from '../responses/response-store.ts';
import { Availability } from './availability.ts';
import { databaseAnswers } from './database-answers.ts';
import { DatabaseLimits } from './database-limits.ts';
import { databaseResponses } from './database-responses.ts';
import { databaseRoutes } from './database-routes.ts';

export interface GatewayDatabase {
  readonly routeStore: RouteStore;
  readonly answers: AnswerStore;
  readonly limits: LimitsEverywhere;
  /** `memory`: where each instance keeps its copies. */
  responses(memory: ResponseMemory, ageMs: number): ResponseStore;
  readonly state: 'up' | 'lost';
  /** Checks the connection, so that problems show at the start. */
  start(): void;
  close(): Promise<void>;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: GatewayLog;
  readonly metrics: GatewayMetrics;
}

export function openDatabase(options: DatabaseOptions, { clock, log, metrics }: Surroundings): GatewayDatabase {
  const { deadlineMs = 2_000, ...connection } = options;
  // Only the probe retries: requests do not wait.
  const store = createPostgresStore({ timeoutMs: deadlineMs, patienceMs: 100, clock, ...connection });
  const probe = async (): Promise<void> => {
    await store.routes.cooldowns();
    await store.values.find([], 0);
    await store.allowances.release('', '');
  };
  const availability = new Availability({
    clock,
    deadlineMs,
    probe,
    onLost: (error) => {
      metrics.database(false);
      const why = error instanceof Error ? error.message : 'unknown';
      log.warn(
        { error: why },
        'The database is lost. Cooldowns, counters, seals, stored responses and limits are local until it is back.',
      );
    },
    onBack: () => {
      metrics.database(true);
      log.info('The database is back.');
    },
  });
  metrics.database(true);
  const limits = new DatabaseLimits(store.allowances, availability, clock);
  return {
    routeStore: databaseRoutes(store.routes, availability),
    answers: databaseAnswers(store.values, availability, { now: () => clock.now() }),
    limits,
    responses: (memory, ageMs) =>
      databaseResponses(store.values, availability, { memory, ageMs, now: () => clock.now() }),
    get state() {
      return availability.lost ? 'lost' : 'up';
    },
    start: () => void availability.run(probe),
    close: async () => {
      limits.close();
      availability.close();
      await store.close();
    },
  };
}
