/**
 * How a request is authenticated: an asynchronous function from the outgoing request to additional headers, so that a signature
 * over the body is possible. The clock, the environment and the cache come from the transport; the credential is the target's.
 * Nothing that such a function returns is shown in an error.
 */

import type { KeyHeader } from '../../protocols/protocol.ts';
import type { Access } from '../../transport/access.ts';
import type { HttpHeaders } from '../../transport/transport.ts';
import type { Places } from '../address-place.ts';

/** A request before it is authenticated. */
export interface UnsignedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HttpHeaders;
  /** The parts of the provider's address. */
  readonly places: Places;
  /** The body as it will be sent. */
  bytes(): Uint8Array;
}

export interface Credentialed extends Access {
  /** The target's key. Absent: none was given. */
  readonly key: string | undefined;
}

export type Authenticate = (request: UnsignedRequest, access: Credentialed) => HttpHeaders | Promise<HttpHeaders>;

/** The key in a header, or nothing if there is no key. */
export function keyIn({ name, prefix = '' }: KeyHeader): Authenticate {
  return (_, { key }) => (key === undefined ? {} : { [name]: prefix + key });
}
