/** A prepared request with another body. */
import type { JsonObject } from '@interlock/transcript';
import type { PreparedRequest } from '@interlock/wire';

export function withBody(request: PreparedRequest, body: JsonObject): PreparedRequest {
  const encoded = (): Uint8Array => new TextEncoder().encode(JSON.stringify(body));
  return {
    ...request,
    body,
    bytes: encoded,
    pieces: () => [encoded()],
    authenticate: (access) => request.authenticate(access, { headers: request.headers, bytes: encoded }),
  };
}
