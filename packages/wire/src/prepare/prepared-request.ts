/** A request that is ready to send: its address, its authentication, and what is needed to read its answer. */
import type { JsonObject } from '@interlock/transcript';
import type { ClientProtocol, DecodingOptions } from '../protocols/protocol.ts';
import { keyIn, type UnsignedRequest } from '../providers/auth/authenticate.ts';
import type { AnswerContext } from '../reply/gatherer.ts';
import type { ResolvedTarget } from '../target/resolve-target.ts';
import type { Access } from '../transport/access.ts';
import type { Framing } from '../transport/frame.ts';
import type { HttpHeaders } from '../transport/transport.ts';
import type { RequestDiagnostics } from './request-diagnostics.ts';

/** Everything needed to read the answer as a content of the same conversation. */
export interface ReplyContext extends AnswerContext, DecodingOptions {
  readonly protocol: ClientProtocol;
  /** Default: the protocol's. */
  readonly framing?: Framing;
  /** Calls are written in the text (`prompt-tools/`). */
  readonly promptTools: boolean;
  /** Thinking may be in the text (`reply/inline-thinking.ts`). */
  readonly thinkingInText?: 'tagged' | 'unopened';
}

export interface PreparedRequest {
  readonly url: string;
  readonly method: 'POST';
  /** Without the credential, which `authenticate` adds. */
  readonly headers: HttpHeaders;
  readonly body: JsonObject;
  readonly diagnostics: RequestDiagnostics;
  readonly reply: ReplyContext;
  /**
   * The headers that authenticate: do not log them. A signature covers what is sent, so a caller that sends other headers or
   * another body must pass them.
   */
  authenticate(access: Access, sent?: Pick<UnsignedRequest, 'headers' | 'bytes'>): Promise<HttpHeaders>;
  /** `JSON.stringify(body)` as UTF-8. */
  bytes(): Uint8Array;
  /**
   * The same bytes in pieces, as they are sent. A preparer reuses all but the last pieces of the previous request, so a turn
   * costs only what it adds. Do not change them.
   */
  pieces(): readonly Uint8Array[];
}

/** All parts of a request except its body and the context of its answer. */
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

/** Names in lower case, so that a header given twice is one; the last value wins. */
function mergeHeaders(...given: readonly (HttpHeaders | undefined)[]): HttpHeaders {
  const entries = given.flatMap((headers) => Object.entries(headers ?? {}));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}
