/**
 * Sends one request over a given `fetch`: undici with its own connections (`http.ts`) or the platform's (`fetch.ts`). One
 * request, one answer: no retry, no redirect. Every failure is a `ProviderError` with its reason, except that a caller that
 * aborts gets its own reason back. No error contains a key.
 */
import { ConfigError, ProviderError } from '../failure/errors.ts';
import { requestIdOf } from '../failure/request-id.ts';
import { Exchange } from './exchange.ts';
import { failedReply, type HttpResponse } from './failed-reply.ts';
import type { Upstream } from './network-failure.ts';
import { type Body, type BodyLimits, readBody, readText } from './read-body.ts';
import type { HttpReply, HttpRequest, SendOptions, Timeouts } from './transport.ts';

/** The part of a `fetch` response that is used. */
export interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  /** A browser hides the target of a redirect. */
  readonly type?: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** A request with its parsed address, and with the exchange that may stop it. */
export interface OutgoingRequest extends HttpRequest {
  readonly address: URL;
  readonly stop: Pick<Exchange, 'signal' | 'isStopped' | 'onStop'>;
}

/** Sends a request and returns when the headers of its response have arrived. */
export type Fetch = (request: OutgoingRequest) => Promise<FetchedResponse>;

export async function sendOver(
  fetch: Fetch,
  request: HttpRequest,
  options: SendOptions,
  limits: Required<Timeouts>,
): Promise<HttpReply> {
  const { firstByteMs, idleMs, answerMs } = { ...limits, ...options.timeouts };
  const { upstream, address } = readRequest(request, options, limits.connectMs);
  const shortestMs = Math.min(...[firstByteMs, idleMs, answerMs].filter((ms) => ms > 0));
  const exchange = new Exchange(upstream, options.signal, shortestMs);
  const { url, method, headers, body } = request;
  const response = await exchange
    .within('first-byte', firstByteMs, () => fetch({ url, method, headers, body, address, stop: exchange }))
    .catch((error: unknown) => {
      exchange.release();
      throw error;
    });
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  const reply = { status, headers: response.headers, body: response.body };
  if (!response.ok) throw await failedReply(reply, exchange, { ...options, idleMs });
  return toReply(reply, exchange, { idleMs, answerMs });
}

function toReply({ status, headers, body }: HttpResponse, exchange: Exchange, limits: BodyLimits): HttpReply {
  const chunks = readBody(body, exchange, limits);
  const requestId = requestIdOf(headers);
  return {
    status,
    headers,
    ...(requestId === undefined ? {} : { requestId }),
    chunks,
    text: () => readText(chunks, exchange.upstream.provider),
    gather: (ms) => body?.gather?.(ms),
    discard: () => discard(chunks, body, exchange),
  };
}

/** A generator that was never started cleans up nothing, so the connection is closed here. */
async function discard(chunks: AsyncGenerator<Uint8Array>, body: Body, exchange: Exchange): Promise<void> {
  await chunks.return(undefined);
  exchange.release();
  if (body !== null && !body.locked) await body.cancel();
}

/** Checks the address and the headers: the library's own errors would contain the URL or the key. */
function readRequest(
  request: HttpRequest,
  { provider, secrets = [] }: SendOptions,
  connectMs: number,
): { readonly upstream: Upstream; readonly address: URL } {
  const url = URL.parse(request.url);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const fix = 'It must begin with http:// or https:// and contain no user name or password.';
    throw new ConfigError('invalid-endpoint', `The endpoint of ${provider} is not a valid address.`, fix);
  }
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value.trim())) continue;
    const message = `the header ${name} has characters that HTTP does not allow: was the key copied completely, and nothing else?`;
    throw new ProviderError(provider, { reason: 'auth-permanent', message });
  }
  return { upstream: { provider, secrets, connectMs, origin: url.origin }, address: url };
}
