/**
 * A protocol is a 2×2 of pure functions: encode a request and decode a response (we are the client), decode a request and
 * encode a response (we are the server). Each folder under `protocols/` has both halves as separate values, so that a client's
 * bundle has no server in it: `index.ts` and `server.ts`.
 */
import type { DiagnosticEvent, JsonObject, JsonValue } from '@interlock/transcript';
import type { EntryReadings } from '../decode-request/entry-readings.ts';
import type { ReadRequest } from '../decode-request/read-request.ts';
import type { FailedResponse, Failure } from '../failure/failure.ts';
import type { ReplyEvent } from '../reply/events.ts';
import type { Rule } from '../rules/rule.ts';
import type { Message } from '../shape/message.ts';
import type { DeclaredTool } from '../tools/declared-tool.ts';
import type { SettingName, Settings } from '../traits/settings.ts';
import type { Traits } from '../traits/traits.ts';
import type { Frame, Framing } from '../transport/frame.ts';
import type { PrefixDigests } from './prefix-digest.ts';

/** The header that contains a key if the provider has no other authentication. */
export interface KeyHeader {
  readonly name: string;
  /** What comes before the key, with its space: `Bearer `. */
  readonly prefix?: string;
}

/**
 * How sure it is that a JSON object is a request of a protocol: `certain`: it has what only this protocol has; `likely` and
 * `possible`: others might send it, too, and this is the better or the weaker guess.
 */
export type DetectionConfidence = 'certain' | 'likely' | 'possible';

/** Everything a body is made of, all decisions taken. Names in `settings.toolChoice` are projected already. */
export interface Outgoing {
  readonly model: string;
  /** The system slot; '' when there is nothing for it. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly DeclaredTool[];
  readonly settings: Settings;
  readonly traits: Traits;
  /** A rough estimate of what the request costs to read, four characters a token. */
  readonly inputTokens: number;
  /** Called for every setting that is left out or changed, with why (a rule id and a few words). */
  readonly leaveOut: (setting: SettingName, why: string) => void;
}

export interface DecodingOptions {
  /** Protocol-specific fields are reported as separate events. Default: they are ignored. */
  readonly ownFields?: boolean | undefined;
}

/** Reads the frames of one response, in order. */
export interface Decoding {
  frame(frame: Frame): readonly ReplyEvent[];
  /** The stream is over: closes what is open, or says that it broke off. */
  end(): readonly ReplyEvent[];
}

/** Writes the frames of one response. Takes events in order; deltas may come in any size. */
export interface Encoding {
  event(event: ReplyEvent): readonly Frame[];
  end(): readonly Frame[];
}

/** What a response says about itself. The caller supplies ids and times: nothing here reads a clock. */
export interface ReplyHead {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** What both halves say about themselves. */
interface ProtocolIdentity<Name extends string> {
  readonly name: Name;
  /** The default provider whose rules a request in this protocol follows: the protocol's author. */
  readonly home: string;
  /** Where the list of messages is in a body: `messages`, `input` or `contents`. */
  readonly list: string;
}

/** The half that asks: a request is written, its answer is read. All that preparing and sending a request needs. */
export interface ClientProtocol<Name extends string = string> extends ProtocolIdentity<Name> {
  readonly framing: Framing;
  /** The traits a target of this protocol has when nothing else is known: the most careful reading. */
  readonly traits: Traits;
  /** The path after the endpoint's base address. */
  path(model: string, stream: boolean): string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly keyHeader: KeyHeader;
  /** The usual clients append the version (`/v1`) to a base URL themselves, so variables for it omit it. */
  readonly addsVersion?: boolean;

  /** One message as the wire messages it becomes. A function of its arguments alone. */
  encodeMessage(message: Message, traits: Traits): readonly JsonObject[];
  /**
   * The body around a copy of the list. `list` holds the encoded messages, in order; it keeps growing after this, so the body
   * must not hold it, and one copy is enough.
   */
  encodeBody(outgoing: Outgoing, list: readonly JsonObject[]): JsonObject;
  /**
   * `encodeBody` looks at the end of the list only, from the second last user message on, and changes nothing before that. Absent: it
   * may look at everything.
   */
  readonly bodyLooksAtEnd?: true;
  decodeResponse(body: JsonValue, options?: DecodingOptions): readonly ReplyEvent[];
  startDecoding(options?: DecodingOptions): Decoding;

  /** What the provider checks, as data: for our own verification and for `interlock check`. */
  readonly rules: readonly Rule[];
  /** The rule that each repair of the renderer keeps here: what the provider would have refused. */
  readonly repairs: RepairRules;
  classify(response: FailedResponse): Failure;
}

/** The half that serves: a request is read, an answer is written. */
export interface ServerProtocol<Name extends string = string> extends ProtocolIdentity<Name> {
  /** Whether this looks like a request of this protocol. Undefined: it does not. */
  detectRequest(body: JsonObject): DetectionConfidence | undefined;
  /** `readings`: of the request before, where this one may continue it. */
  decodeRequest(body: JsonValue, readings?: EntryReadings): ReadRequest;
  encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject;
  startEncoding(head: ReplyHead): Encoding;
  encodeFailure(failure: Failure): { readonly status: number; readonly body: JsonObject };
  /**
   * What thinking is bound to, where the protocol's models bind it (ANT-054): a digest of everything before each entry of the
   * list, and of everything as the last one. `known`: of the request before.
   */
  prefixDigests?(body: JsonObject, known?: PrefixDigests): readonly string[];
}

/** Both halves in one value. */
export type Protocol<Name extends string = string> = ClientProtocol<Name> & ServerProtocol<Name>;

export type RepairRules = { readonly [Kind in DiagnosticEvent['kind']]?: string };
