/**
 * What a transport is: the only part of the package that opens sockets. `createTransport` makes one for Node,
 * `createFetchTransport` one for any platform.
 */

import type { FailedResponse, Failure } from '../failure/failure.ts';
import type { Access } from './access.ts';
import type { RequestBody } from './request-body.ts';

export type HttpHeaders = Readonly<Record<string, string>>;

export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
}

/** In milliseconds; 0 waits forever. */
export interface Timeouts {
  /** Until the connection is established, including TLS. Belongs to a transport's connections, not to one request. */
  readonly connectMs?: number;
  /** From sending to the status line. Without streaming a model may think for minutes before. */
  readonly firstByteMs?: number;
  /** Between two chunks of the answer. Comments and blank lines that only keep the connection open do not count. */
  readonly idleMs?: number;
  /** From the first byte of the answer to its last. */
  readonly answerMs?: number;
}

export interface SendOptions {
  readonly provider: string;
  readonly classify: (response: FailedResponse) => Failure;
  readonly signal?: AbortSignal | undefined;
  readonly timeouts?: Omit<Timeouts, 'connectMs'> | undefined;
  /** The key and everything else that authenticates the request, to keep it out of errors. It is sent only in `headers`. */
  readonly secrets?: readonly string[] | undefined;
  /** Added to an `invalid-request`: what the request contained, as ids and rule ids. Called only then. */
  readonly diagnostics?: (() => object) | undefined;
}

/** An answer with a status of 2xx. Its body can be read once: as `chunks`, as `text`, or not at all (`discard`). */
export interface HttpReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId?: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  text(): Promise<string>;
  /**
   * From now on, a chunk that arrives within `ms` of the previous one may wait for the rest of that time, and is then delivered together with
   * everything that has arrived meanwhile. For callers that pass chunks on, because each one costs more than its bytes. Absent if the
   * transport does not support it.
   */
  gather?(ms: number): void;
  /** Closes the connection of an answer that is not read. */
  discard(): Promise<void>;
}

export interface Transport {
  /** For authentication: the clock, the environment, and a cache. */
  readonly access: Access;
  send(request: HttpRequest, options: SendOptions): Promise<HttpReply>;
  /** Closes all connections, including those in use. */
  close(): Promise<void>;
}

export const defaultTimeouts: Readonly<Required<Timeouts>> = {
  connectMs: 10_000,
  firstByteMs: 600_000,
  idleMs: 300_000,
  answerMs: 3_600_000,
};
