/**
 * A protocol is a 2×2 of pure functions: encode a request and decode a response (client), decode a request and encode a
 * response (server). Each folder under `protocols/` has the two halves as separate values, so that a client's bundle contains
 * no server: `index.ts` and `server.ts`.
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

/** The header for the key, if the provider has no other authentication. */
export interface KeyHeader {
  readonly name: string;
  /** The text before the key, with its space: `Bearer `. */
  readonly prefix?: string;
}

/**
 * How sure it is that a JSON object is a request of this protocol. `certain`: it has something only this protocol has; `likely`
 * and `possible`: others might send it too, and this is the better or the weaker guess.
 */
export type DetectionConfidence = 'certain' | 'likely' | 'possible';

/** Everything a body consists of, with all decisions made. Names in `settings.toolChoice` are already projected. */
export interface Outgoing {
  readonly model: string;
  /** The system text, or ''. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly DeclaredTool[];
  readonly settings: Settings;
  readonly traits: Traits;
  /** A rough estimate of the input tokens, at four characters per token. */
  readonly inputTokens: number;
  /** Called for every setting that is left out or changed, with the reason (a rule id and a few words). */
  readonly leaveOut: (setting: SettingName, why: string) => void;
}

export interface DecodingOptions {
  /** Protocol-specific fields are reported as separate events. Default: they are ignored. */
  readonly ownFields?: boolean | undefined;
}

/** Reads the frames of one response, in order. */
export interface Decoding {
  frame(frame: Frame): readonly ReplyEvent[];
  /** The end of the stream: closes open blocks, or reports that it was cut off. */
  end(): readonly ReplyEvent[];
}

/** Writes the frames of one response. Takes events in order; deltas may come in any size. */
export interface Encoding {
  event(event: ReplyEvent): readonly Frame[];
  end(): readonly Frame[];
}

/** Metadata of a response. The caller supplies ids and times: nothing here reads a clock. */
export interface ReplyHead {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** Fields of the answer that are the server's to say, whatever the provider said: in the Responses API whether it is stored, and what it continues. */
  readonly fields?: JsonObject;
}

/** The fields of both halves. */
interface ProtocolIdentity<Name extends string> {
  readonly name: Name;
  /** The provider whose rules a request in this protocol follows by default: the protocol's author. */
  readonly home: string;
  /** The field of the list of messages in a body: `messages`, `input` or `contents`. */
  readonly list: string;
}

/** The client's half: writes a request, reads its answer. Everything that preparing and sending a request needs. */
export interface ClientProtocol<Name extends string = string> extends ProtocolIdentity<Name> {
  readonly framing: Framing;
  /** The default traits of a target with this protocol: the most conservative ones. */
  readonly traits: Traits;
  /** The path after the endpoint's base URL. */
  path(model: string, stream: boolean): string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly keyHeader: KeyHeader;
  /** Clients usually append the version (`/v1`) to a base URL themselves, so environment variables omit it. */
  readonly addsVersion?: boolean;

  /** Encodes one message. Depends only on its arguments. */
  encodeMessage(message: Message, traits: Traits): readonly JsonObject[];
  /**
   * The body around a copy of the list. `list` holds the encoded messages, in order; it keeps growing after this, so the body
   * must not hold it, and one copy is enough.
   */
  encodeBody(outgoing: Outgoing, list: readonly JsonObject[]): JsonObject;
  decodeResponse(body: JsonValue, options?: DecodingOptions): readonly ReplyEvent[];
  startDecoding(options?: DecodingOptions): Decoding;

  /** The provider's rules, as data: for our own verification and for `interlock check`. */
  readonly rules: readonly Rule[];
  /** For each repair of the renderer, the rule that would be broken without it. */
  readonly repairs: RepairRules;
  classify(response: FailedResponse): Failure;
}

/** What must agree in two messages of the model, one as a client has it and one rendered, if the first is to replace the second. */
export interface AnswerForm {
  /** What other messages or the provider rely on: ids of calls, tokens of thinking. Undefined: the entry is not the model's. */
  tokens(entry: JsonObject): readonly JsonValue[] | undefined;
  /** Whether the entry looks like one that rendering adds to satisfy a rule. Default: none does. */
  isAdded?(entry: JsonObject): boolean;
  /** The ids of calls in the entry that the provider runs. Default: none. */
  runs?(entry: JsonObject): readonly JsonValue[];
  /** The ids of calls that the entry answers. Default: none. */
  results?(entry: JsonObject): readonly JsonValue[];
  /** The client's message with what only rendering can decide. Default: the client's message. */
  adapted?(answer: JsonObject, rendered: JsonObject): JsonObject;
}

/** The server's half: reads a request, writes an answer. */
export interface ServerProtocol<Name extends string = string> extends ProtocolIdentity<Name> {
  /** Whether this looks like a request of this protocol. Undefined: it does not. */
  detectRequest(body: JsonObject): DetectionConfidence | undefined;
  /** `readings`: those of the previous request, if this one may continue it. */
  decodeRequest(body: JsonValue, readings?: EntryReadings): ReadRequest;
  /** The body with the names of its fields as this API documents them, except in the list of messages. Absent: it knows no others. */
  spelled?(body: JsonObject): JsonObject;
  /**
   * An entry of the list in the form in which it is rendered again; the same object if that is its own, or if only the home of the protocol
   * knows it and the request goes elsewhere. Default: it always is its own.
   */
  plainEntry?(entry: JsonObject, isHome: boolean): JsonObject;
  encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject;
  startEncoding(head: ReplyHead): Encoding;
  encodeFailure(failure: Failure): { readonly status: number; readonly body: JsonObject };
  /** Whether a part of a message is the call or the result of a tool that the provider runs. */
  isProviderPart?(part: JsonObject): boolean;
  /** How a message of the model can take the place of the rendered one. Absent: it cannot. */
  readonly answers?: AnswerForm;
  /**
   * What thinking is bound to, for models that bind it (ANT-054): a digest of everything before each entry of the list, and a
   * last one of everything. `known`: those of the previous request.
   */
  prefixDigests?(body: JsonObject, known?: PrefixDigests): readonly string[];
}

/** Both halves in one value. */
export type Protocol<Name extends string = string> = ClientProtocol<Name> & ServerProtocol<Name>;

export type RepairRules = { readonly [Kind in DiagnosticEvent['kind']]?: string };
