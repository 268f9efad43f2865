/** A request ready to be sent, and what is needed to read its answer. */
import type { JsonObject, Origin } from '@interlock/transcript';
import type { Access, HttpHeaders, UnsignedRequest } from '../authenticate.ts';
import type { Framing, Protocol } from '../protocol.ts';
import type { ToolNames } from '../tool-names.ts';
import type { RequestDiagnostics } from './request-diagnostics.ts';

/** How the answer becomes a content of the same conversation. */
export interface ReplyContext {
  readonly protocol: Protocol;
  /** Absent: the protocol's. */
  readonly framing?: Framing;
  /** Who will have written the answer: the origin of its seals. */
  readonly origin: Origin;
  readonly names: ToolNames;
  /** The turn the answer belongs to, and how many calls that turn has already: a call's identity is (turn, index). */
  readonly turnId: string;
  readonly calls: number;
  /** Calls are written in the text (`prompt-tools/`). */
  readonly promptTools: boolean;
  /** Thinking may be in the text (`read/inline-thinking.ts`). */
  readonly thinkingInText?: 'tagged' | 'unopened';
  /** What the thinking in the answer is bound to, where the target binds it to everything before (ANT-054). */
  readonly prefix?: () => string;
}

export interface PreparedRequest {
  readonly url: string;
  readonly method: 'POST';
  /** Without the credential: `authenticate` gives the rest. */
  readonly headers: HttpHeaders;
  readonly body: JsonObject;
  readonly diagnostics: RequestDiagnostics;
  readonly reply: ReplyContext;
  /**
   * The headers that say who asks: not to be logged. A signature is over what is sent, so whoever sends other headers or another
   * body than these says so.
   */
  authenticate(access: Access, sent?: Pick<UnsignedRequest, 'headers' | 'bytes'>): Promise<HttpHeaders>;
  /** `JSON.stringify(body)` as UTF-8. */
  bytes(): Uint8Array;
  /**
   * The same bytes, not joined: what is sent. From a preparer they are, but for the last ones, those of the request before, so
   * a turn costs what it adds. Not to be changed.
   */
  pieces(): readonly Uint8Array[];
}
