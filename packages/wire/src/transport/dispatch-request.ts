/** Sends one request over undici's connections, as `fetch` does, but without the work that only a browser needs. Redirects are not followed. */
import type { Dispatcher } from 'undici';
import type { BodyReader } from './read-body.ts';
import { isRefusedPort } from './refused-ports.ts';
import { piecesOf, wholeBody } from './request-body.ts';
import type { FetchedResponse, OutgoingRequest } from './send-over.ts';
import type { HttpRequest } from './transport.ts';
import { unpackBody } from './unpack-body.ts';

/** Bodies of up to this many bytes are copied into one buffer: that is faster than sending their pieces one by one. */
const longestCopy = 512 * 1024;

export function dispatchRequest(dispatcher: Dispatcher, request: OutgoingRequest): Promise<FetchedResponse> {
  const { stop } = request;
  const { origin, pathname, search, port, protocol } = request.address;
  if (isRefusedPort(port)) throw new Error('bad port');
  const { promise, resolve, reject } = Promise.withResolvers<FetchedResponse>();
  let body: DispatchedBody | undefined;
  const end = (error?: Error): void => {
    stop.onStop(() => undefined);
    if (error !== undefined) reject(error);
    body?.end(error);
  };
  stop.onStop(() => reject(stoppedError()));
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      const abort = (): void => controller.abort(stoppedError());
      if (stop.isStopped) abort();
      else stop.onStop(abort);
    },
    onResponseStart: (controller, status, rawHeaders) => {
      // Informational responses (100, 103) come before the answer.
      if (status < 200) return;
      const headers = joinValues(rawHeaders);
      body = new DispatchedBody(controller);
      const unpacked = unpackBody(body, headers['content-encoding']);
      resolve({ ok: status < 300, status, headers, body: unpacked });
    },
    onResponseData: (_, chunk) => body?.push(chunk),
    onResponseEnd: () => end(),
    onResponseError: (_, error) => end(error),
  };
  const [sentBody, length] = bodyToSend(request.body);
  const headers = withDefaults(protocol, request.headers, length);
  dispatcher.dispatch({ origin, path: pathname + search, method: request.method, headers, body: sentBody }, handler);
  return promise;
}

/** Not shown to anyone: the exchange replaces it with the reason for stopping. */
function stoppedError(): Error {
  return new Error('The request was stopped.');
}

/**
 * Adds the headers that `fetch` sends by default (some servers refuse requests without a user agent), and the length: without it the
 * body would use chunked encoding, which not every server accepts.
 */
function withDefaults(protocol: string, own: HttpRequest['headers'], length: number): Record<string, string> {
  const headers: Record<string, string> = {
    accept: '*/*',
    'user-agent': 'undici',
    'accept-encoding': protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate',
  };
  for (const [name, value] of Object.entries(own)) headers[name.toLowerCase()] = value;
  headers['content-length'] = String(length);
  return headers;
}

function bodyToSend(body: HttpRequest['body']): readonly [NonNullable<Dispatcher.DispatchOptions['body']>, number] {
  const pieces = piecesOf(body);
  const length = pieces.reduce((size, piece) => size + piece.byteLength, 0);
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return [only, length];
  const stream = length <= longestCopy ? undefined : globalThis.process?.getBuiltinModule?.('node:stream');
  return [stream?.Readable.from(pieces, { objectMode: true }) ?? wholeBody(pieces), length];
}

/** Joins the values of a repeated header with commas, as `fetch` does. */
function joinValues(raw: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}

/** How many bytes may wait for the reader before the connection is paused. */
const mostWaiting = 256 * 1024;

/**
 * The body of an answer as undici delivers it, chunk by chunk. It does without the streams of `fetch`, which cost more than everything
 * else that is done with a chunk. A slow reader pauses the connection.
 */
class DispatchedBody implements BodyReader {
  readonly #controller: Dispatcher.DispatchController;
  #waiting: Uint8Array[] = [];
  #size = 0;
  /** The read that waits for a chunk. */
  #pending: PromiseWithResolvers<Awaited<ReturnType<BodyReader['read']>>> | undefined;
  #gatherMs = 0;
  /** Chunks that arrive before this time wait for it. */
  #dueAt = 0;
  #isGathering = false;
  #isOver = false;
  #error: Error | undefined;
  locked = false;

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
  }

  getReader(): BodyReader {
    this.locked = true;
    return this;
  }

  /** The connection is not read while a chunk waits: each read costs more than what is done with the few bytes that it brings. */
  gather(ms: number): void {
    this.#gatherMs = ms;
    this.#dueAt ||= performance.now() + ms;
  }

  /** Closes the connection of an answer that has not ended. */
  async cancel(): Promise<void> {
    this.#waiting = [];
    if (!this.#isOver) this.#controller.abort(new Error('The answer is not read.'));
  }

  push(chunk: Uint8Array): void {
    this.#waiting.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size > mostWaiting) this.#controller.pause();
    this.#deliver();
  }

  /** `error`: the connection broke off. */
  end(error?: Error): void {
    this.#isOver = true;
    this.#error = error;
    this.#deliver();
  }

  read(): ReturnType<BodyReader['read']> {
    this.#pending = Promise.withResolvers();
    const { promise } = this.#pending;
    this.#deliver();
    return promise;
  }

  /** Resolves the pending read, if there is something to deliver and it is due. */
  #deliver(): void {
    const pending = this.#pending;
    if (pending === undefined || !(this.#waiting.length > 0 ? this.#isDue() : this.#isOver)) return;
    this.#pending = undefined;
    if (this.#waiting.length > 0) pending.resolve({ done: false, value: this.#take() });
    else if (this.#error !== undefined) pending.reject(this.#error);
    else pending.resolve({ done: true, value: undefined });
    // Last, because resuming pushes what the connection holds at once.
    this.#resume();
  }

  /** If it is too early, reading stops until it is time. */
  #isDue(): boolean {
    if (this.#isGathering) return false;
    if (this.#gatherMs === 0 || this.#isOver || this.#size > mostWaiting) return true;
    const early = this.#dueAt - performance.now();
    if (early <= 0) return true;
    this.#isGathering = true;
    this.#controller.pause();
    setTimeout(this.#readOn, early);
    return false;
  }

  /** What has arrived meanwhile is read in this turn of the event loop, before immediate callbacks run. */
  readonly #readOn = (): void => {
    this.#resume();
    setImmediate(this.#deliverGathered);
  };

  readonly #deliverGathered = (): void => {
    this.#isGathering = false;
    this.#dueAt = 0;
    this.#deliver();
  };

  #resume(): void {
    if (this.#controller.paused && !this.#isOver) this.#controller.resume();
  }

  #take(): Uint8Array {
    const [only] = this.#waiting;
    const value = this.#waiting.length === 1 && only !== undefined ? only : wholeBody(this.#waiting);
    this.#waiting = [];
    this.#size = 0;
    if (this.#gatherMs > 0) this.#dueAt = performance.now() + this.#gatherMs;
    return value;
  }
}
