/**
 * How a request says who asks: an asynchronous function from the outgoing request to the headers that are added, so that a
 * signature over the body is possible. The clock, the environment and what is kept come from the transport; the credential is
 * the target's. Nothing that such a function returns is shown in an error.
 */
import type { Places } from './address-place.ts';
import type { KeyHeader } from './protocol.ts';

export type HttpHeaders = Readonly<Record<string, string>>;

/** A request before it is authenticated. */
export interface UnsignedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HttpHeaders;
  /** What the provider's address is made of. */
  readonly places: Places;
  /** The body as it will be sent. */
  bytes(): Uint8Array;
}

/** What a transport lends to whoever authenticates. */
export interface Access {
  /** Milliseconds since 1970. */
  now(): number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Makes something once, and keeps it as long as the transport lives: a client that caches its tokens. */
  keep<T>(name: string, make: () => T): T;
  readonly signal?: AbortSignal | undefined;
}

export interface Credentialed extends Access {
  /** The target's key. Absent: none was given. */
  readonly key: string | undefined;
}

export type Authenticate = (request: UnsignedRequest, access: Credentialed) => HttpHeaders | Promise<HttpHeaders>;

/** The key in a header, and nothing where there is no key. */
export function keyIn({ name, prefix = '' }: KeyHeader): Authenticate {
  return (_, { key }) => (key === undefined ? {} : { [name]: prefix + key });
}
