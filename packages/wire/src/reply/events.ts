/**
 * The parts of a model's answer, independent of the protocol: the events of a stream, or of a complete response read as one.
 * Decoders emit them, encoders (the server side) consume them. Blocks are numbered in the order in which they start; every
 * block that starts also ends, unless the stream is cut off.
 */
import type { JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import type { Failure } from '../failure/failure.ts';

/** An opaque token with the wire field it came in; its origin is added by the code that knows the target of the request. */
export interface SealToken {
  readonly field: string;
  readonly value: string;
  /** The provider's id of the item (`rs_…`, `msg_…`, `fc_…`). */
  readonly item?: string;
}

export type StopReason = 'end' | 'tool-calls' | 'max-tokens' | 'stop-sequence' | 'content-filter' | 'pause' | 'error';

/** Tokens. `input` counts the whole prompt, cached or not; cached and written are parts of it. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** The part of `output` that was thinking. */
  readonly reasoning?: number;
}

/** Fields of a block that only its own protocol has, if requested. See `own-fields.ts`. */
export interface OwnPart {
  readonly protocol: string;
  readonly fields: JsonObject;
}

export type ReplyEvent =
  | { readonly type: 'reply-start'; readonly id?: string; readonly model?: string }
  | { readonly type: 'thinking-delta'; readonly index: number; readonly text: string; readonly own?: OwnPart }
  | { readonly type: 'thinking-end'; readonly index: number; readonly seal?: SealToken }
  | { readonly type: 'text-delta'; readonly index: number; readonly text: string }
  | { readonly type: 'text-end'; readonly index: number; readonly seal?: SealToken }
  | {
      readonly type: 'call-start';
      readonly index: number;
      /** The provider's id, or ''. */
      readonly rawId: string;
      /** The target's name for the tool; `''` while unknown. */
      readonly name: string;
      /** The canonical id, once a reader that knows the turn has assigned it; `name` is then the caller's own. */
      readonly id?: string;
      readonly executor?: 'provider';
      readonly own?: OwnPart;
    }
  | { readonly type: 'call-delta'; readonly index: number; readonly text: string }
  | {
      readonly type: 'call-end';
      readonly index: number;
      readonly rawId: string;
      readonly name: string;
      readonly id?: string;
      /** The whole argument text, unchanged; only the gatherer parses it. */
      readonly arguments: string;
      /** The model wrote one text; `arguments` is an object with it. */
      readonly freeForm?: true;
      readonly executor?: 'provider';
      readonly seal?: SealToken;
      readonly own?: OwnPart;
    }
  /** The result of a tool the provider ran itself; `call` is the index of its call. */
  | {
      readonly type: 'provider-result';
      readonly index: number;
      readonly call: number;
      readonly result: JsonValue;
      readonly isError?: boolean;
      readonly seal?: SealToken;
      readonly own?: OwnPart;
    }
  | { readonly type: 'media'; readonly index: number; readonly block: MediaBlock }
  /** A block that only this protocol has, if requested: as it was opened, and what followed. No part of the conversation. */
  | {
      readonly type: 'own-block';
      readonly protocol: string;
      readonly index: number;
      readonly block: JsonObject;
      readonly deltas: readonly JsonObject[];
    }
  /** Fields that only this protocol has, if requested; `place` is the protocol's own word. See `own-fields.ts`. */
  | { readonly type: 'reply-fields'; readonly protocol: string; readonly place: string; readonly fields: JsonObject }
  /** The same for a block. Lists in later events are appended. */
  | { readonly type: 'block-fields'; readonly protocol: string; readonly index: number; readonly fields: JsonObject }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'reply-end'; readonly stop: StopReason; readonly rawStop?: string }
  | { readonly type: 'reply-error'; readonly failure: Failure };
