/** What all requests of one gateway share. */
import process from 'node:process';
import { systemClock, ToolForms } from '@interlock/runtime';
import { ConfigError, createTransport, type Environment, type Failure } from '@interlock/wire';
import { createMemoryAnswerStore } from './answers/memory-answer-store.ts';
import { type Clients, createClients, digestOf } from './clients/create-clients.ts';
import { type GatewayDatabase, openDatabase } from './database/open-database.ts';
import type { ExchangeParts } from './exchange/answer-request.ts';
import { EventFeed } from './feed/event-feed.ts';
import {
  defaultLimits,
  type GatewayLimits,
  type GatewayOptions,
  type ModelDirectory,
  type RecordingOptions,
} from './gateway-options.ts';
import type { OriginRules } from './http/check-origin.ts';
import { isLoopback } from './http/is-loopback.ts';
import { createLog, type GatewayLog } from './log.ts';
import { ThreadMemory } from './memory/thread-memory.ts';
import { createMetrics, type GatewayMetrics } from './metrics.ts';
import { Routes } from './models/routes.ts';
import { openRecording } from './recording/open-recording.ts';
import type { Recording } from './recording/recording.ts';
import { startTracing, type Tracing } from './tracing/tracing.ts';
import { tracingOptions } from './tracing/tracing-options.ts';

export interface GatewayParts extends ExchangeParts {
  readonly models: ModelDirectory;
  readonly routes: Routes;
  readonly clients: Clients;
  readonly origins: OriginRules;
  readonly limits: GatewayLimits;
  readonly log: GatewayLog;
  readonly metrics: GatewayMetrics;
  readonly database?: GatewayDatabase;
  readonly recording?: Recording;
  readonly tracing?: Tracing;
  /** Both, or neither. */
  readonly feed?: EventFeed;
  readonly admin?: Buffer;
}

/** Throws a `ConfigError` for what cannot be served safely. */
export function gatewayParts(options: GatewayOptions): GatewayParts {
  const { models, host = '127.0.0.1', tokens = [], strict = false, clock = systemClock } = options;
  const environment = options.environment ?? process.env;
  if (tokens.length === 0 && !isLoopback(host)) throw needsTokens(host);
  const transport = options.transport ?? createTransport({ environment });
  const log = createLog(options.log);
  const metrics = createMetrics();
  const database = options.database === undefined ? undefined : openDatabase(options.database, { clock, log, metrics });
  const routeStore = options.routeStore ?? database?.routeStore;
  const recording = options.recording === undefined ? undefined : recordingOf(options.recording, environment, log);
  const traced = tracingOptions(environment, options.otlpEndpoint);
  const { adminSha256 } = options;
  const admin = adminSha256 === undefined ? undefined : digestOf({ name: 'the admin', sha256: adminSha256 });
  const limits = { ...defaultLimits, ...options.limits };
  const now = (): number => clock.now();
  return {
    models,
    routes: new Routes({
      models,
      clock,
      environment,
      ...(routeStore === undefined ? {} : { store: routeStore }),
      ...(recording === undefined ? {} : { secrets: recording.secrets }),
      ...(options.homeDirectory === undefined ? {} : { homeDirectory: options.homeDirectory }),
    }),
    clients: createClients(tokens, { clock, ...(database === undefined ? {} : { everywhere: database.limits }) }),
    origins: {
      hosts: new Set([...ownNames(host), ...(options.hosts ?? [])].map((name) => name.toLowerCase())),
      origins: new Set(options.origins ?? []),
    },
    limits,
    log,
    metrics,
    ...(database === undefined ? {} : { database }),
    ...(recording === undefined ? {} : { recording }),
    ...(traced === undefined ? {} : { tracing: startTracing(traced, clock, log) }),
    ...(admin === undefined ? {} : { admin, feed: new EventFeed() }),
    answers: options.answers ?? database?.answers ?? createMemoryAnswerStore({ now }),
    memory: new ThreadMemory({ threads: limits.threads, bytes: limits.threadBytes, now }),
    transport,
    clock,
    toolForms: new ToolForms(transport),
    strict,
  };
}

export function unknownModel(model: string): Failure {
  return { reason: 'model-not-found', message: `model: ${model.slice(0, 200)}` };
}

function recordingOf(
  { characters = 65_536, file, fileBytes }: RecordingOptions,
  environment: Environment,
  log: GatewayLog,
): Recording {
  const onFailure = (error: unknown): void =>
    log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'The recording cannot be written.');
  const size = fileBytes === undefined ? {} : { bytes: fileBytes };
  return {
    characters,
    secrets: new Set(secretsIn(environment)),
    ...(file === undefined ? {} : { file: openRecording(file, { ...size, onFailure }) }),
  };
}

/** Tools of agents print variables. */
function secretsIn(environment: Environment): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    /KEY|TOKEN|SECRET|PASS|CREDENTIAL/i.test(name) && value.length >= 12 ? [value] : [],
  );
}

/** Names under which a gateway on this address is reached. */
function ownNames(host: string): readonly string[] {
  return isLoopback(host) ? ['localhost', '127.0.0.1', '::1', host] : [host];
}

function needsTokens(host: string): ConfigError {
  return new ConfigError(
    'invalid-input',
    `Anybody who reaches ${host} could spend your keys.`,
    'Configure gateway.tokens, or listen on 127.0.0.1.',
  );
}
