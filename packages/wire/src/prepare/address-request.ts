/** Everything of a request but its body and its answer: where it goes, the headers, and how it is authenticated. */

import { keyIn } from '../providers/auth/authenticate.ts';
import type { ResolvedTarget } from '../target/resolve-target.ts';
import type { HttpHeaders } from '../transport/transport.ts';
import type { PreparedRequest } from './prepared-request.ts';

export function addressRequest(
  { destination, provider, protocol, target, places }: ResolvedTarget,
  stream: boolean,
  bytes: () => Uint8Array,
): Pick<PreparedRequest, 'url' | 'method' | 'headers' | 'authenticate'> {
  const { model, endpoint } = destination;
  const { key } = target;
  const own = protocol.path(model, stream);
  const path = provider.path?.({ protocol: protocol.name, model, stream, path: own, endpoint, places }) ?? own;
  const unsigned = {
    places,
    url: endpoint + path,
    method: 'POST',
    headers: mergeHeaders({ 'content-type': 'application/json' }, protocol.headers, provider.headers, target.headers),
  } as const;
  const { authenticate = keyIn(protocol.keyHeader) } = provider;
  const { places: _, ...sent } = unsigned;
  return {
    ...sent,
    authenticate: async (access, instead) =>
      mergeHeaders(await authenticate({ ...unsigned, bytes, ...instead }, { ...access, key })),
  };
}

/** Names in lower case, so that one given twice is one; the last counts. */
function mergeHeaders(...given: readonly (HttpHeaders | undefined)[]): HttpHeaders {
  const entries = given.flatMap((headers) => Object.entries(headers ?? {}));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}
