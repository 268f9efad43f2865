/**
 * Sends a prepared request: its bytes, its authentication with the transport's clock and environment, its protocol's reading of
 * failures, and its diagnostics with every `invalid-request`.
 */

import { ConfigError, ProviderError } from '../failure/errors.ts';
import { presentable } from '../failure/redact.ts';
import type { PreparedRequest } from '../prepare/prepared-request.ts';
import type { HttpHeaders, HttpReply, SendOptions, Transport } from '../transport/transport.ts';

export async function sendRequest(
  transport: Transport,
  request: PreparedRequest,
  options: Pick<SendOptions, 'signal' | 'timeouts'> = {},
): Promise<HttpReply> {
  const { url, method, diagnostics, reply } = request;
  const { headers, secrets } = await authenticated(transport, request, options.signal);
  return transport.send(
    { url, method, headers, body: request.pieces() },
    {
      ...options,
      provider: reply.origin.provider,
      classify: reply.protocol.classify,
      secrets,
      diagnostics: () => diagnostics.toJSON(),
    },
  );
}

interface Authenticated {
  readonly headers: HttpHeaders;
  /** The values that authentication added, complete and without their prefix (`Bearer …`). */
  readonly secrets: readonly string[];
}

async function authenticated(
  { access }: Transport,
  request: PreparedRequest,
  signal: AbortSignal | undefined,
): Promise<Authenticated> {
  signal?.throwIfAborted();
  try {
    const added = await request.authenticate({ ...access, signal });
    const secrets = Object.values(added).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)]);
    return { headers: { ...request.headers, ...added }, secrets: [...secrets, ...secretHeaders(request.headers)] };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ConfigError || error instanceof ProviderError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const message = `the request could not be authenticated: ${presentable(why, longestWhy)}`;
    throw new ProviderError(request.reply.origin.provider, { reason: 'auth', message });
  }
}

const longestWhy = 500;

/** A target may have its own headers, with a credential in them. */
function secretHeaders(headers: HttpHeaders): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|secret|cookie/i.test(name) ? [value] : [],
  );
}
