/** Sends a prepared request: its own bytes, its protocol's reading of failures, its diagnostics with every `invalid-request`. */
import type { PreparedRequest } from './prepare/prepared-request.ts';
import type { HttpReply, SendOptions, Transport } from './transport/http.ts';

export async function sendRequest(
  transport: Transport,
  request: PreparedRequest,
  options: Pick<SendOptions, 'signal' | 'timeouts'> = {},
): Promise<HttpReply> {
  const { url, method, headers, diagnostics, reply } = request;
  return transport.send(
    { url, method, headers, body: request.pieces() },
    {
      ...options,
      provider: reply.origin.provider,
      classify: reply.protocol.classify,
      key: credentialIn(headers),
      diagnostics: () => diagnostics.toJSON(),
    },
  );
}

/** The key as it stands in a header, so that it can be kept out of errors. */
function credentialIn(headers: Readonly<Record<string, string>>): string | undefined {
  const value = headers['authorization'] ?? headers['x-api-key'] ?? headers['x-goog-api-key'];
  return value?.replace(/^Bearer /, '');
}
