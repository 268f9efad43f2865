/** The Prometheus metrics. Clients can name any model of a provider, so the number of labels for targets is limited. */
import type { Failure } from '@interlock/wire';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerOutcome } from '../exchange/answer-request.ts';
import type { RequestFacts } from './log.ts';

export interface GatewayMetrics {
  readonly contentType: string;
  text(): Promise<string>;
  begin(): void;
  end(facts: RequestFacts, outcome: AnswerOutcome): void;
  refused(api: string, status: number): void;
  database(isUp: boolean): void;
}

const mostTargets = 200;

export function createMetrics(): GatewayMetrics {
  const registry = new Registry();
  const registers = [registry];
  const name = (text: string): string => `interlock_gateway_${text}`;
  const requests = new Counter({
    name: name('requests_total'),
    help: 'Requests, by API, target and status.',
    labelNames: ['api', 'target', 'status'],
    registers,
  });
  const underWay = new Gauge({
    name: name('requests_under_way'),
    help: 'Requests that are being answered.',
    registers,
  });
  const seconds = new Histogram({
    name: name('request_seconds'),
    help: 'From the request to the end of its answer.',
    labelNames: ['api', 'target'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
    registers,
  });
  const failures = new Counter({
    name: name('upstream_failures_total'),
    help: 'Attempts that failed, by target and reason.',
    labelNames: ['target', 'reason'],
    registers,
  });
  const repairs = new Counter({
    name: name('repairs_total'),
    help: 'Repairs of histories, by kind and rule.',
    labelNames: ['kind', 'rule'],
    registers,
  });
  const seals = new Counter({
    name: name('answers_total'),
    help: 'Earlier answers in requests, by whether their stored data was found.',
    labelNames: ['outcome'],
    registers,
  });
  const tokens = new Counter({
    name: name('tokens_total'),
    help: 'Tokens, by target and kind.',
    labelNames: ['target', 'kind'],
    registers,
  });

  const switches = new Counter({
    name: name('switches_total'),
    help: 'Conversations that went to another target, or stayed because that was too expensive.',
    labelNames: ['target', 'outcome'],
    registers,
  });
  const switchTokens = new Counter({
    name: name('switch_tokens_total'),
    help: 'Tokens that were read uncached after a switch, or would have been, roughly.',
    labelNames: ['target', 'outcome'],
    registers,
  });
  const switchCost = new Counter({
    name: name('switch_dollars_total'),
    help: 'What reading them costs, where the price of the model is known.',
    labelNames: ['target', 'outcome'],
    registers,
  });

  let databaseUp: Gauge | undefined;

  const targets = new Set<string>();
  // Models that do not exist take no label from those that do.
  const labelOf = (target: string, failure?: Failure): string => {
    if (targets.size < mostTargets && failure?.reason !== 'model-not-found') targets.add(target);
    return targets.has(target) ? target : 'others';
  };

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    begin: () => underWay.inc(),
    refused: (api, status) => requests.inc({ api, target: 'none', status }),
    // Only where there is one.
    database: (isUp) => {
      databaseUp ??= new Gauge({
        name: name('database_up'),
        help: 'Whether the database is used: 0 while it is lost.',
        registers,
      });
      databaseUp.set(isUp ? 1 : 0);
    },
    end: ({ api, ms }, { status, attempts, report, seals: found, switch: change, usage }) => {
      const last = attempts.at(-1);
      const target = labelOf(last?.target ?? 'none', last?.failure);
      underWay.dec();
      requests.inc({ api, target, status });
      seconds.observe({ api, target }, ms / 1000);
      for (const { target: asked, failure } of attempts) {
        if (failure !== undefined) failures.inc({ target: labelOf(asked, failure), reason: failure.reason });
      }
      for (const { kind, rule = 'none' } of report?.repairs ?? []) repairs.inc({ kind, rule });
      seals.inc({ outcome: 'found' }, found.found);
      seals.inc({ outcome: 'missed' }, found.missed);
      if (change !== undefined) {
        const labels = { target: labelOf(change.to), outcome: change.outcome };
        switches.inc(labels);
        switchTokens.inc(labels, change.tokens);
        switchCost.inc(labels, change.cost ?? 0);
      }
      if (usage === undefined) return;
      tokens.inc({ target, kind: 'input' }, usage.input);
      tokens.inc({ target, kind: 'output' }, usage.output);
      tokens.inc({ target, kind: 'cache_read' }, usage.cacheRead ?? 0);
    },
  };
}
