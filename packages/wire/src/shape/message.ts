/**
 * A conversation after everything that is not syntax has been decided: roles merged, places found, ids and names projected,
 * seals and media kept or replaced. An encoder writes one message after the other and looks at nothing else, so encoded
 * messages can be kept (`preparer.ts`). One message may become several on the wire.
 */
import type { JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import type { SealToken } from '../reply/events.ts';

/** Why there is a message that no one wrote. A `trailing` one is not part of the prefix that later requests repeat. */
export type Added = 'leading' | 'trailing' | 'bridge';

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  /** Only if the target accepts it. */
  readonly seal?: SealToken;
}

/** A medium the target takes in this place. */
export interface MediaPart {
  readonly type: 'media';
  readonly block: MediaBlock;
  /** Only for media that the target's own provider made: the form it takes them back in, or its signature. */
  readonly seal?: SealToken;
}

/** Thinking the target accepts. */
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  readonly seal?: SealToken;
  /** What everything before it must hash to, for targets that bind thinking to its prefix (ANT-054). */
  readonly prefix?: string;
}

export interface CallPart {
  readonly type: 'call';
  readonly canonicalId: string;
  /** Projected; '' where the target has no ids. */
  readonly id: string;
  /** Projected. */
  readonly name: string;
  readonly args: JsonObject;
  /** The text of a call that the target gets as free text: then `args` is not sent. */
  readonly input?: string;
  readonly seal?: SealToken;
}

/** A call the target's own provider ran, given back as it came. Elsewhere it is text. */
export interface ProviderToolPart {
  readonly type: 'provider-tool';
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** The result block as it came: its type and its content as JSON. */
  readonly result: SealToken;
}

export interface ResultPart {
  readonly type: 'result';
  readonly canonicalId: string;
  readonly id: string;
  readonly name: string;
  /** The result as the tool gave it, for targets that take values (Gemini); the error's text when `isError`. */
  readonly value: JsonValue;
  /** The same as text: result, error and what came next to them. Empty only if `media` are all there is. */
  readonly text: string;
  readonly isError: boolean;
  /** The result of a call that the target gets as free text. */
  readonly ofFreeForm?: true;
  /** Media the target takes inside a result. */
  readonly media: readonly MediaPart[];
}

export type UserPart = TextPart | MediaPart;
export type ModelPart = TextPart | MediaPart | ThinkingPart | CallPart | ProviderToolPart;

/** Results, then the user's words. Both may be there; not both are empty. */
export interface UserMessage {
  readonly role: 'user';
  readonly results: readonly ResultPart[];
  readonly parts: readonly UserPart[];
  readonly added?: Added;
}

/** Never empty. If it has calls, the next message is a user message whose results answer exactly these, in this order. */
export interface ModelMessage {
  readonly role: 'model';
  readonly parts: readonly ModelPart[];
  readonly added?: Added;
}

/** A system message in its place; only where the target takes one there. */
export interface SystemMessage {
  readonly role: 'system';
  readonly text: string;
}

export type Message = UserMessage | ModelMessage | SystemMessage;
