/**
 * One API as its clients see it: the protocol, how frames are written, the headers its SDKs expect, and the features only this API has.
 */
import type { JsonObject } from '@interlock/transcript';
import type { Failure, Frame, Protocol, ReplyEvent } from '@interlock/wire';
import type { Compaction } from './compaction.ts';
import type { ReadFields } from './read-fields.ts';
import type { Reshape } from './reshape.ts';

export interface Front {
  readonly protocol: Protocol;
  /** The content type of a streamed answer. */
  readonly streamType: string;
  writeFrame(frame: Frame): string;
  /** Sent from time to time while a model that has begun to answer says nothing: it may think for minutes, and connections do not wait so long. */
  readonly keepAlive?: Frame;
  /** The prefix of answer ids in this API. */
  readonly idPrefix: string;
  /** Headers of every answer, in addition to our own. */
  headers(requestId: string): Readonly<Record<string, string>>;
  /** Whether the client wants a stream. */
  wantsStream(body: JsonObject): boolean;
  /** The request's headers that are passed on to a target of the same protocol, and listed in the report elsewhere. */
  readonly passedHeaders: readonly string[];
  /** What is read of the body. All else is passed on to a target of the same protocol, and reported for other targets. */
  readonly readFields: ReadFields;
  /** Fields that the answer repeats, and that mean nothing else where the gateway stores it: nothing is missing if a target does not get them. */
  readonly repeated?: readonly string[];
  /** Clients of this API may refer to earlier answers instead of sending them. */
  readonly stores?: true;
  /** Fields that ask the server to store something: read here, and passed on to no one, because what is stored goes by other ids there. */
  readonly withheld?: ReadonlySet<string>;
  /** The answer to a request that asks no model anything. `now`: in milliseconds. */
  answerAtOnce?(body: JsonObject, now: number): JsonObject | undefined;
  /** Why the request cannot be served at all. */
  refuse?(body: JsonObject): Failure | undefined;
  /** Translates forms that only this API has into forms that its protocol can read. */
  readable?(body: JsonObject): JsonObject;
  /** Whether an entry of `tools` has the form of this API. */
  isOwnTool(tool: JsonObject): boolean;
  /** Types of entries that belong to what the model said after them, and are not rendered without it. */
  readonly leading?: ReadonlySet<string>;
  /** Types of entries in the list of messages that are not part of the conversation. */
  readonly controls?: ReadonlySet<string>;
  /** Adapts an event where the streams of this API cannot hold all of it. */
  streamed?(event: ReplyEvent): ReplyEvent;
  /** Whether the client knows only one call in an answer. */
  takesOneCall?(body: JsonObject): boolean;
  /** Changes what the protocol writes, for clients that need another form. `now`: in milliseconds. */
  reshape?(body: JsonObject, now: () => number): Reshape | undefined;
  /** Replaces the protocol's own encoding of failures. */
  encodeFailure?(failure: Failure): { readonly status: number; readonly body: JsonObject };
  /** How clients ask for a summary of their conversation. */
  readonly compaction?: Compaction;
  /** Whether the client gets the thinking of models. Default: yes. */
  wantsThinking?(body: JsonObject): boolean;
  /** Whether a stream ends with usage counts. Default: yes. */
  wantsUsage?(body: JsonObject): boolean;
}
