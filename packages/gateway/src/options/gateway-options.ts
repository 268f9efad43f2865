/** What a gateway is made of: its targets, its clients, and its limits. */
import type { Clock, RouteConfig, RouteStore, RouteTarget } from '@interlock/runtime';
import type { PostgresConnection } from '@interlock/runtime/postgres';
import type { Environment, Transport } from '@interlock/wire';
import type { AnswerStore } from '../answers/answer-store.ts';

/** The names clients may use for a model. */
export interface ModelDirectory {
  /** Undefined: there is no such name. */
  find(name: string): RouteTarget | RouteConfig | undefined;
  /** What `GET /v1/models` and its siblings list. */
  list(): readonly string[];
}

export interface ClientToken {
  /** Appears in logs and metrics. */
  readonly name: string;
  /** SHA-256 of the token, in hex. The token itself is not stored. */
  readonly sha256: string;
  /** Patterns of model names, with `*`. Default: all. */
  readonly models?: readonly string[];
  readonly requestsPerMinute?: number;
  readonly concurrent?: number;
}

export interface GatewayLimits {
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
  /** Milliseconds for a client to send its whole request. */
  readonly requestMs: number;
  /** Concurrent requests, over all clients. */
  readonly concurrent: number;
  /** Bytes of the bodies of all requests in progress. */
  readonly heldBytes: number;
  /** Connections that are open at once. */
  readonly connections: number;
  /** Milliseconds after which a client that does not read its answer is dropped. */
  readonly stalledMs: number;
  /** Milliseconds that a shutdown waits for streams to end. */
  readonly shutdownMs: number;
  /** Conversations of one client that are remembered, so that the next request costs what it adds. 0: none. */
  readonly threads: number;
  /** Approximate bytes for these. All clients together may use four times as much. */
  readonly threadBytes: number;
  /** Approximate bytes of one client's stored responses. All clients together may use four times as much. 0: none are stored. */
  readonly storedBytes: number;
  /** Milliseconds after which a stored response that nobody asked for is forgotten. */
  readonly storedMs: number;
}

export const defaultLimits: GatewayLimits = {
  bodyBytes: 32 * 1024 * 1024,
  requestMs: 60_000,
  concurrent: 256,
  heldBytes: 512 * 1024 * 1024,
  connections: 4_096,
  stalledMs: 120_000,
  shutdownMs: 30_000,
  threads: 200,
  threadBytes: 64 * 1024 * 1024,
  storedBytes: 64 * 1024 * 1024,
  storedMs: 86_400_000,
};

export interface RecordingOptions {
  /** Characters kept of each body. Default: 65,536. */
  readonly characters?: number;
  /** Where exchanges are written, one line of JSON each; absent: only the event feed has them. */
  readonly file?: string;
  /** Bytes after which the file is renamed to `<file>.1`, replacing an older one. Default: 64 MB. */
  readonly fileBytes?: number;
}

export interface GatewayOptions {
  readonly models: ModelDirectory;
  /** Default: a free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. Any address that is not loopback needs `tokens`. */
  readonly host?: string;
  readonly tokens?: readonly ClientToken[];
  /** Origins of web pages that may ask. Default: none. */
  readonly origins?: readonly string[];
  /** Names other than its own address under which it is reached (`Host`). */
  readonly hosts?: readonly string[];
  /** SHA-256, in hex, of the token for the event feed. Absent: there is no feed. */
  readonly adminSha256?: string;
  /** Record bodies, without keys and media. Default: off. */
  readonly recording?: RecordingOptions;
  /** The OTLP endpoint for spans. Default: `OTEL_EXPORTER_OTLP_ENDPOINT`, or none. */
  readonly otlpEndpoint?: string;
  /** Refuse what would have to be repaired or left out. */
  readonly strict?: boolean;
  readonly limits?: Partial<GatewayLimits>;
  /** Milliseconds that a provider may be silent before its request is given up. Default: one to ten minutes, depending on the model and on whether it streams. */
  readonly stallMs?: number;
  /** PostgreSQL, for what several instances share: cooldowns, counters, opaque tokens, stored responses and client limits. */
  readonly database?: DatabaseOptions;
  /** Cooldowns and counters. Default: in the database, or else in memory. */
  readonly routeStore?: RouteStore;
  /** Which target made which call, and the opaque tokens of its answers. Default: in the database, or else in memory, bounded. */
  readonly answers?: AnswerStore;
  readonly transport?: Transport;
  readonly environment?: Environment;
  readonly clock?: Clock;
  readonly homeDirectory?: string;
  /** One line of JSON for each request. Default: none. */
  readonly log?: { write(line: string): void };
}

/** How to reach the database that several instances of a gateway use. */
export interface DatabaseOptions extends PostgresConnection {
  /** Where the tables are; made when absent. Default: `interlock`. */
  readonly schema?: string;
  /** How long a request waits for the database before it continues without it. Default: 2 seconds. */
  readonly deadlineMs?: number;
}
