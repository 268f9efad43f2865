/** Opens the optional observers of requests: spans, the event feed, recorded bodies. */
import { closeSync, openSync } from 'node:fs';
import type { Clock } from '@interlock/runtime';
import { ConfigError, type Environment } from '@interlock/wire';
import { digestOf } from '../clients/create-clients.ts';
import { EventFeed } from '../feed/event-feed.ts';
import type { GatewayLog } from '../log/log.ts';
import type { GatewayOptions, RecordingOptions } from '../options/gateway-options.ts';
import { openRecording } from '../recording/open-recording.ts';
import type { Recording } from '../recording/recording.ts';
import { startTracing, type Tracing } from '../tracing/tracing.ts';
import { tracingOptions } from '../tracing/tracing-options.ts';

export interface Observers {
  readonly recording?: Recording;
  readonly tracing?: Tracing;
  /** Both, or neither. */
  readonly feed?: EventFeed;
  readonly admin?: Buffer;
}

interface Surroundings {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: GatewayLog;
}

export function openObservers(options: GatewayOptions, surroundings: Surroundings): Observers {
  const { environment, clock, log } = surroundings;
  const { recording } = options;
  const admin = adminOf(options);
  const traced = tracingOptions(environment, options.otlpEndpoint);
  const protocol = environment['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? environment['OTEL_EXPORTER_OTLP_PROTOCOL'];
  if (traced !== undefined && protocol === 'grpc') {
    log.warn({ url: new URL(traced.url).origin }, 'Spans are sent as http/json: OTLP over gRPC is not supported.');
  }
  return {
    ...(recording === undefined ? {} : { recording: recordingOf(recording, surroundings) }),
    ...(traced === undefined ? {} : { tracing: startTracing(traced, clock, log) }),
    ...(admin === undefined ? {} : { admin, feed: new EventFeed() }),
  };
}

function adminOf({ adminSha256, tokens = [] }: GatewayOptions): Buffer | undefined {
  if (adminSha256 === undefined) return undefined;
  const digest = digestOf({ name: 'the admin', sha256: adminSha256 });
  if (!tokens.some(({ sha256 }) => sha256.toLowerCase() === adminSha256.toLowerCase())) return digest;
  throw new ConfigError('invalid-input', 'A client has the same token as the admin.', 'Give the admin another one.');
}

function recordingOf(
  { characters = 65_536, file, fileBytes }: RecordingOptions,
  { environment, log }: Surroundings,
): Recording {
  const onFailure = (error: unknown): void =>
    log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'The recording cannot be written.');
  const size = fileBytes === undefined ? {} : { bytes: fileBytes };
  return {
    characters,
    secrets: new Set(secretsIn(environment)),
    ...(file === undefined ? {} : { file: openRecording(writable(file), { ...size, onFailure }) }),
  };
}

/** Who asks for a recording learns at once that there will be none. */
function writable(file: string): string {
  try {
    closeSync(openSync(file, 'a', 0o600));
    return file;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const fix = 'Name a file in a folder that exists and can be written.';
    throw new ConfigError('invalid-input', `The recording cannot be written to ${file}: ${why}.`, fix);
  }
}

/** Secrets of the environment, because tools of agents may print variables. */
function secretsIn(environment: Environment): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    /KEY|TOKEN|SECRET|PASS|CREDENTIAL/i.test(name) && value.length >= 12 ? [value] : [],
  );
}
