/**
 * One API as its clients know it: which protocol, how frames are written, which headers its SDKs look for, and what it can be asked
 * for that no one else has.
 */
import type { JsonObject } from '@interlock/transcript';
import type { Failure, Frame, Protocol, ReplyEvent } from '@interlock/wire';
import type { Compaction } from './compaction.ts';
import type { ReadFields } from './read-fields.ts';
import type { Reshape } from './reshape.ts';

export interface Front {
  readonly protocol: Protocol;
  /** Of a streamed answer. */
  readonly streamType: string;
  writeFrame(frame: Frame): string;
  /** Ids of answers, as this API forms them. */
  readonly idPrefix: string;
  /** With every answer, in addition to our own. */
  headers(requestId: string): Readonly<Record<string, string>>;
  /** Whether the client wants the answer as it comes. */
  wantsStream(body: JsonObject): boolean;
  /** The request's headers that are passed on to a target of the same protocol, and listed in the report elsewhere. */
  readonly passedHeaders: readonly string[];
  /** What is read of the body. All else is passed on to a target of the same protocol, and reported for other targets. */
  readonly readFields: ReadFields;
  /** What cannot be served at all, in a sentence. */
  refuse?(body: JsonObject): Failure | undefined;
  /** The body in a readable form, if the API has its own forms for what is known elsewhere. */
  readable?(body: JsonObject): JsonObject;
  /** Types of entries in the list of messages that are not part of the conversation. */
  readonly controls?: ReadonlySet<string>;
  /** An event as it goes into a stream, where streams cannot hold all of it. */
  streamed?(event: ReplyEvent): ReplyEvent;
  /** Where this client wants to see something else than the protocol writes. */
  reshape?(body: JsonObject, headers: Readonly<Record<string, unknown>>): Reshape | undefined;
  /** Where the protocol's own words are not enough. */
  encodeFailure?(failure: Failure): { readonly status: number; readonly body: JsonObject };
  /** Where clients can have their conversation summarised. */
  readonly compaction?: Compaction;
  /** Whether the counts are part of a stream. Default: yes. */
  wantsUsage?(body: JsonObject): boolean;
}
