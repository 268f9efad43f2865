/** A prepared request with another body. */
import type { JsonObject } from '@interlock/transcript';
import type { PreparedRequest } from '@interlock/wire';

/** `encoded`: returns the bytes of the body. Default: as JSON. */
export function withBody(
  request: PreparedRequest,
  body: JsonObject,
  encoded: () => Uint8Array = () => new TextEncoder().encode(JSON.stringify(body)),
): PreparedRequest {
  return {
    ...request,
    body,
    bytes: encoded,
    pieces: () => [encoded()],
    authenticate: (access) => request.authenticate(access, { headers: request.headers, bytes: encoded }),
  };
}
