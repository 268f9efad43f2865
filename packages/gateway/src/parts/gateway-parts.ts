/** What all requests of one gateway share. */
import process from 'node:process';
import { isLoopback, steadyTime, systemClock, ToolForms } from '@interlock/runtime';
import { ConfigError, createTransport, redactKeys } from '@interlock/wire';
import { createMemoryAnswerStore } from '../answers/memory-answer-store.ts';
import type { OriginRules } from '../clients/check-origin.ts';
import { type Clients, createClients } from '../clients/create-clients.ts';
import { type GatewayDatabase, openDatabase } from '../database/open-database.ts';
import type { ExchangeParts } from '../exchange/answer-request.ts';
import { ReadyRequests } from '../exchange/ready-requests.ts';
import { type Cache, Holdings } from '../holdings/holdings.ts';
import { mostHeld } from '../holdings/machine-bytes.ts';
import { createLog, type GatewayLog } from '../log/log.ts';
import { createMetrics, type GatewayMetrics } from '../log/metrics.ts';
import { ThreadMemory } from '../memory/thread-memory.ts';
import { Routes } from '../models/routes.ts';
import {
  defaultLimits,
  type GatewayLimits,
  type GatewayOptions,
  type ModelDirectory,
} from '../options/gateway-options.ts';
import { ResponseMemory } from '../responses/response-memory.ts';
import { memoryResponseStore, type ResponseStore } from '../responses/response-store.ts';
import { type Observers, openObservers } from './open-observers.ts';

export interface GatewayParts extends ExchangeParts, Observers {
  readonly models: ModelDirectory;
  readonly routes: Routes;
  readonly clients: Clients;
  readonly origins: OriginRules;
  readonly limits: GatewayLimits;
  readonly log: GatewayLog;
  readonly metrics: GatewayMetrics;
  readonly database?: GatewayDatabase;
  /** What is held for all clients. */
  readonly holdings: Holdings;
  /** Absent: responses are not stored. */
  readonly responses?: ResponseStore;
}

/** Throws a `ConfigError` if the options cannot be served safely. */
export function gatewayParts(options: GatewayOptions): GatewayParts {
  const { models, host = '127.0.0.1', tokens = [], strict = false, clock = systemClock } = options;
  const environment = options.environment ?? process.env;
  if (tokens.length === 0 && !isLoopback(host)) throw needsTokens(host);
  const transport = options.transport ?? createTransport({ environment });
  const log = createLog(options.log);
  const metrics = createMetrics();
  const database = options.database === undefined ? undefined : openDatabase(options.database, { clock, log, metrics });
  const routeStore = options.routeStore ?? database?.routeStore;
  const observers = openObservers(options, { environment, clock, log });
  const limits = { ...defaultLimits, ...options.limits };
  // Ages are intervals: they must not end, or last, because the clock is set.
  const now = steadyTime(clock);
  const holdings = new Holdings(mostHeld());
  const memory = new ThreadMemory({ threads: limits.threads, bytes: limits.threadBytes, now });
  const answers = options.answers ?? database?.answers ?? createMemoryAnswerStore({ now });
  const responses = storeOf(limits, database, now);
  // What is only faster goes first; without opaque tokens, thinking is lost.
  holdings.addCache(memory);
  if (responses.memory !== undefined) holdings.addCache(twice(responses.memory));
  holdings.addCache({
    get bytes() {
      return answers.bytes ?? 0;
    },
    shrinkTo: (bytes) => answers.shrinkTo?.(bytes),
  });
  return {
    models,
    routes: new Routes({
      models,
      clock,
      environment,
      ...(routeStore === undefined ? {} : { store: routeStore }),
      ...(observers.recording === undefined ? {} : { secrets: observers.recording.secrets }),
      ...(options.homeDirectory === undefined ? {} : { homeDirectory: options.homeDirectory }),
    }),
    clients: createClients(tokens, { clock, ...(database === undefined ? {} : { everywhere: database.limits }) }),
    origins: {
      hosts: new Set([...ownNames(host), ...(options.hosts ?? [])].map((name) => name.toLowerCase())),
      origins: new Set(options.origins ?? []),
      isOpen: tokens.length === 0,
    },
    limits,
    log,
    metrics,
    ...(database === undefined ? {} : { database }),
    ...observers,
    ...(responses.store === undefined ? {} : { responses: responses.store }),
    holdings,
    answers,
    memory,
    ready: new ReadyRequests(options.stallMs),
    transport,
    clock,
    toolForms: new ToolForms(transport),
    strict,
    ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
  };
}

function storeOf(
  { storedBytes: bytes, storedMs: ageMs }: GatewayLimits,
  database: GatewayDatabase | undefined,
  now: () => number,
): { readonly memory?: ResponseMemory; readonly store?: ResponseStore } {
  if (bytes === 0) return {};
  const memory = new ResponseMemory({ bytes, totalBytes: 4 * bytes, ageMs, now });
  return { memory, store: database?.responses(memory, ageMs) ?? memoryResponseStore(memory) };
}

/** Its bytes are characters, which take two each. */
export function twice(memory: ResponseMemory): Cache {
  return {
    get bytes() {
      return 2 * memory.bytes;
    },
    shrinkTo: (bytes) => memory.shrinkTo(bytes / 2),
  };
}

/** The host names under which a gateway on this address is reached. */
function ownNames(host: string): readonly string[] {
  const isHere = isLoopback(host) || host === '0.0.0.0' || host === '::';
  return isHere ? ['localhost', '127.0.0.1', '::1', host] : [host];
}

function needsTokens(host: string): ConfigError {
  return new ConfigError(
    'invalid-input',
    `Anyone who can reach ${redactKeys(String(host))} could spend your keys.`,
    'Configure gateway.tokens, or listen on 127.0.0.1.',
  );
}
