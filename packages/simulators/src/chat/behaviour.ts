/**
 * The optional part of a profile: a provider's wording at the gate, before a request is judged, and its changes to the
 * model's answer. Without it a provider behaves like OpenAI.
 */
import type { ApiRequest, ApiResponse } from '../api/api.ts';
import type { Answer, Seen } from '../api/model.ts';
import type { World } from '../api/world.ts';

/** Why a request is refused at the gate. */
export type Gate =
  | { readonly kind: 'route' | 'method'; readonly method: string; readonly path: string }
  | { readonly kind: 'no-key' }
  | { readonly kind: 'bad-key'; readonly key: string }
  | { readonly kind: 'json'; readonly raw: string }
  | { readonly kind: 'no-model' }
  | { readonly kind: 'model'; readonly model: string }
  /** A value of the wrong type, or a missing required part. `expected` and `got` as text: `a string`. */
  | {
      readonly kind: 'shape';
      readonly path: string;
      readonly problem: 'missing' | 'empty' | 'type';
      readonly expected: string;
      readonly got: string;
    };

export interface GateWords {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  /** If the rulebook has a rule for it. Default: `gate-<kind>`. */
  readonly rule?: string;
}

export interface AcceptedRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly request: ApiRequest;
  readonly model: string;
  readonly seen: Seen;
  readonly world: World;
}

export interface ChatBehaviour {
  /** The provider's wording at the gate. Default: OpenAI's. */
  gate?(gate: Gate): GateWords | undefined;
  /** What the model sees, if the provider changes it (VLL-004, ORT-004). */
  see?(seen: Seen, body: Readonly<Record<string, unknown>>): Seen;
  /** Changes the model's answer (GLM-005). */
  alterAnswer?(answer: Answer, asked: AcceptedRequest): Answer;
  /** An error instead of the model's answer (GRQ-002). */
  refuseAnswer?(answer: Answer, asked: AcceptedRequest): ApiResponse | undefined;
  /** The stop reason, if it is not one of OpenAI's four (GLM-005). */
  finishReason?(answer: Answer, asked: AcceptedRequest): string | undefined;
  /** Fields of the message other than content, thinking and calls; in a stream they come in a delta before the calls (ORT-003). */
  messageExtras?(answer: Answer, asked: AcceptedRequest): Readonly<Record<string, unknown>>;
  /** The deltas in which those fields are streamed. Default: one delta. */
  extraDeltas?(extras: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[];
  /** Fields of every whole answer and every chunk: `provider`, `x_groq`. */
  envelope?(asked: AcceptedRequest): Readonly<Record<string, unknown>>;
  /** What a list of models contains in addition to OpenAI's fields. */
  describeModel?(model: string): Readonly<Record<string, unknown>>;
  /** Needs no key: a local server. */
  readonly keyless?: boolean;
  /** The content of a whole answer with only calls. Default: null. */
  readonly emptyContent?: '' | null;
  /** A call comes in one delta instead of many. */
  readonly wholeCalls?: boolean;
  /** Where a stream reports the usage: in an extra chunk if requested (OpenAI), or always in the last chunk. */
  readonly usage?: 'asked' | 'last';
  /** Start of an answer's id: `chatcmpl-`. */
  readonly idPrefix?: string;
}
