/**
 * The only code that opens a connection to a model. One request, one answer: no retry, no redirect. Whatever goes wrong is a
 * `ProviderError` with its reason, except that a caller who gives up gets its own reason back. No error holds a key.
 */
import process from 'node:process';
import type { Access } from '../authenticate.ts';
import { ConfigError, ProviderError } from '../errors.ts';
import type { FailedResponse, Failure } from '../failures.ts';
import { requestIdOf } from '../request-id.ts';
import { createAccess } from './access.ts';
import { assertProxy, type Connections, type Environment, openConnections } from './dispatcher.ts';
import { Exchange } from './exchange.ts';
import { failedReply, type HttpResponse } from './failed-reply.ts';
import type { Party } from './network-failure.ts';
import { type Body, readBody, readText } from './read-body.ts';
import { type RequestBody, streamBody } from './request-body.ts';

export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
}

/** In milliseconds; 0 waits for ever. */
export interface Timeouts {
  /** Until the connection stands, its encryption included. Belongs to a transport's connections, not to one request. */
  readonly connectMs?: number;
  /** From sending to the status line. Answers that are not streamed may think for minutes before. */
  readonly firstByteMs?: number;
  /** Between one piece of the answer and the next. */
  readonly idleMs?: number;
}

export interface TransportOptions {
  /** `environment` (the default: HTTP_PROXY, HTTPS_PROXY, NO_PROXY), `none`, or the address of a proxy for everything. */
  readonly proxy?: string;
  readonly timeouts?: Timeouts;
  /** Where proxies, and credentials that no target gives, are looked up. Default: that of the process. */
  readonly environment?: Environment;
  /** Milliseconds since 1970, for signatures and tokens that expire. Default: the system's clock. */
  readonly now?: () => number;
}

export interface SendOptions {
  readonly provider: string;
  readonly classify: (response: FailedResponse) => Failure;
  readonly signal?: AbortSignal | undefined;
  readonly timeouts?: Omit<Timeouts, 'connectMs'> | undefined;
  /** The key and whatever else authenticates the request, to keep it out of errors. It is sent only where `headers` say so. */
  readonly secrets?: readonly string[] | undefined;
  /** Goes with an `invalid-request`: what the request was, in ids and rule ids. Asked for only then. */
  readonly diagnostics?: (() => object) | undefined;
}

/** An answer with a status of 2xx. Its body is read once, by one of the three. */
export interface HttpReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId?: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  text(): Promise<string>;
  /** Closes the connection of an answer that nobody wants to read. */
  discard(): Promise<void>;
}

export interface Transport {
  /** What authentication may use: the clock, the environment, and a place for what is made once. */
  readonly access: Access;
  send(request: HttpRequest, options: SendOptions): Promise<HttpReply>;
  /** Ends all connections, also those in use. */
  close(): Promise<void>;
}

export const defaultTimeouts: Readonly<Required<Timeouts>> = {
  connectMs: 10_000,
  firstByteMs: 600_000,
  idleMs: 300_000,
};

export function createTransport(options: TransportOptions = {}): Transport {
  const limits = { ...defaultTimeouts, ...options.timeouts };
  const { proxy = 'environment', environment = process.env } = options;
  assertProxy(proxy, environment);
  let connections: Promise<Connections> | undefined;
  const open = (): Promise<Connections> => {
    connections ??= openConnections(proxy, limits.connectMs, environment);
    return connections;
  };

  const send = async (request: HttpRequest, sending: SendOptions): Promise<HttpReply> => {
    const { firstByteMs, idleMs } = { ...limits, ...sending.timeouts };
    const party = partyOf(request, sending, limits.connectMs);
    const { fetch, dispatcher } = await open();
    const exchange = new Exchange(party, sending.signal);
    const { url, method } = request;
    const { signal } = exchange;
    const { body, length } = streamBody(request.body);
    const headers = { ...request.headers, 'content-length': String(length) };
    const init = { method, headers, body, duplex: 'half', signal, dispatcher, redirect: 'manual' } as const;
    const response = await exchange
      .within('first-byte', firstByteMs, () => fetch(url, init))
      .catch((error: unknown) => {
        exchange.release();
        throw error;
      });
    const reply = { status: response.status, headers: Object.fromEntries(response.headers), body: response.body };
    if (!response.ok) throw await failedReply(reply, exchange, { ...sending, idleMs });
    return answer(reply, exchange, idleMs);
  };

  const access = createAccess({ environment, ...(options.now === undefined ? {} : { now: options.now }) });
  return { access, send, close: async () => (await open()).dispatcher.destroy() };
}

function answer({ status, headers, body }: HttpResponse, exchange: Exchange, idleMs: number): HttpReply {
  const chunks = readBody(body, exchange, idleMs);
  const requestId = requestIdOf(headers);
  return {
    status,
    headers,
    ...(requestId === undefined ? {} : { requestId }),
    chunks,
    text: () => readText(chunks, exchange.party.provider),
    discard: () => discard(chunks, body, exchange),
  };
}

/** A generator that was never begun has nothing to clean up after. */
async function discard(chunks: AsyncGenerator<Uint8Array>, body: Body, exchange: Exchange): Promise<void> {
  await chunks.return(undefined);
  exchange.release();
  if (body !== null && !body.locked) await body.cancel();
}

/** Also checks what the library would complain about with the address or the key in its words. */
function partyOf(request: HttpRequest, { provider, secrets = [] }: SendOptions, connectMs: number): Party {
  const url = URL.parse(request.url);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const fix = 'It has to begin with http:// or https:// and hold no user name or password.';
    throw new ConfigError('invalid-endpoint', `The endpoint of ${provider} is not an address to send to.`, fix);
  }
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value.trim())) continue;
    const message = `the header ${name} has characters that HTTP does not allow: was the key copied whole and alone?`;
    throw new ProviderError(provider, { reason: 'auth-permanent', message });
  }
  return { provider, secrets, connectMs, origin: url.origin };
}
