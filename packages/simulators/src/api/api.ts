/**
 * The interface of every simulated API: a function from a request to what the real API would do with it. Nothing here opens a socket
 * (`server.ts` does), decides what the model says (`model.ts` does) or breaks on purpose (`faults/` does).
 */
import type { Answer, Seen } from './model.ts';
import type { World } from './world.ts';

export interface ApiRequest {
  readonly method: string;
  /** After the simulator's base address: `/v1/messages`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined if there is none or it is not JSON (see `raw`). */
  readonly body: unknown;
  readonly raw: string;
}

/** A rule of the rulebook that a request breaks. */
export interface Violation {
  readonly rule: string;
  readonly status: number;
  /** The provider's wording, with the ids and paths of this request. */
  readonly message: string;
  /** Where, as this provider writes it: `messages.3.content.0`, `input[2].id`. '' for the request as a whole. */
  readonly path: string;
  /** The provider's `code` or `type`, if it has one. */
  readonly code?: string;
}

/** An answer: one text, or the pieces of a stream in order. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | readonly string[];
  /** `latin1`: every character is one byte. UTF-8 otherwise. */
  readonly encoding?: 'latin1';
}

export type Outcome =
  /** Not accepted: bad key, unknown route, a broken rule. */
  | { readonly kind: 'refused'; readonly violation: Violation; readonly response: ApiResponse }
  /** Answered without a model: a list of models, a count of tokens. */
  | { readonly kind: 'served'; readonly response: ApiResponse }
  /** Accepted: the model is asked, and `answer` writes what it says. */
  | {
      readonly kind: 'asked';
      readonly model: string;
      readonly stream: boolean;
      readonly seen: Seen;
      /** Rules whose violation the real API does not report: something is lost or gets worse (status 200). */
      readonly warnings: readonly Violation[];
      readonly answer: (answer: Answer) => ApiResponse;
    };

/** The result of checking a request against the rules. */
export interface Judgement {
  /** The first broken rule, in the order in which the provider checks. */
  readonly violation?: Violation;
  /** Rules whose violation is not reported. */
  readonly warnings: readonly Violation[];
}

/** A rule this simulator knows, for the coverage table. */
export interface KnownRule {
  readonly id: string;
  /** Refused with its status, or accepted with a warning. */
  readonly how: 'enforced' | 'warned';
  /** The stable part of the real error text, '' if none is known. */
  readonly fragment: string;
}

export interface Api {
  /** `anthropic`, `openai-chat`, `mistral`, …: the name it is started and found by. */
  readonly name: string;
  readonly rules: readonly KnownRule[];
  handle(request: ApiRequest, world: World): Outcome;
  /** Which of the known keys signed a request, if the request proves knowledge of a key instead of containing it. */
  identify?(request: ApiRequest, keys: readonly string[]): string | undefined;
  /** An error in this API's own form, for faults on demand: `rate-limit`, `overloaded`, `server`, `auth`, `overflow`. */
  fail(fault: ApiFault, world: World): ApiResponse;
  /** The same as an event inside a stream that has started, if the API has such an event; otherwise undefined. */
  failInside(fault: ApiFault, world: World): string | undefined;
}

export interface ApiFault {
  readonly kind: 'rate-limit' | 'quota' | 'overloaded' | 'unavailable' | 'server' | 'auth' | 'overflow';
  /** How a `rate-limit` says when to retry, in milliseconds; the fault chooses the form. */
  readonly retryAfterMs?: number;
  readonly hint?:
    | 'retry-after'
    | 'retry-after-date'
    | 'retry-after-ms'
    | 'text'
    | 'retry-info'
    | 'ratelimit-reset'
    | 'none';
}
