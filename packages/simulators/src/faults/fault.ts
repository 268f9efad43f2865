/** Faults as data: everything other than a refusal that goes wrong for clients in practice. */
import type { ApiFault, ApiResponse } from '../api/api.ts';

/**
 * A place in an answer: before the status line, in the middle of the headers, after the headers, or after that many bytes of the
 * body (at its end, if it is shorter).
 */
export type FaultPlace = 'before-status' | 'inside-headers' | 'after-headers' | number;

export type Fault =
  /**
   * An error in the API's own format instead of the answer: 429 with any hint, quota, 529, 503, 500, 401, an overflow.
   * Hints with a date are relative to the simulator's `now`.
   */
  | { readonly do: 'fail'; readonly with: ApiFault }
  /**
   * The stream starts normally; after this many frames (half of them by default) comes the API's error event, and the
   * stream ends. If the API has no such event the connection is dropped instead. An answer that is not a stream fails
   * as a whole.
   */
  | { readonly do: 'fail-inside'; readonly with: ApiFault; readonly frames?: number }
  /** Any answer at all: a proxy's page, an empty body, an unexpected status. */
  | { readonly do: 'respond'; readonly response: ApiResponse }
  /** The connection is closed here. */
  | { readonly do: 'drop'; readonly at: FaultPlace }
  /** Nothing more is sent from here on, but the connection stays open until the client closes it. */
  | { readonly do: 'stall'; readonly at: FaultPlace }
  /** Waits this many milliseconds, then continues: a slow first byte, or a pause that is not a stall. */
  | { readonly do: 'wait'; readonly at: FaultPlace; readonly ms: number }
  /** The bytes of the body go out in writes of `every` bytes, or cut at these offsets: inside a character, too. */
  | { readonly do: 'cut'; readonly every?: number; readonly at?: readonly number[] }
  /**
   * One frame of the stream (the middle one by default; from the end if negative) is replaced by this text, or by the
   * first half of itself.
   */
  | { readonly do: 'malform'; readonly frame?: number; readonly as?: string }
  /** The last frame comes twice. */
  | { readonly do: 'end-twice' }
  /** The last frames (one by default) are missing, though the connection closes properly. */
  | { readonly do: 'end-missing'; readonly frames?: number }
  /**
   * The arguments of every call are cut after this many characters (half by default), and the model stops because of
   * the length limit.
   */
  | { readonly do: 'truncate-arguments'; readonly length?: number }
  /** Several together: a 429 that comes byte by byte. */
  | { readonly do: 'all'; readonly faults: readonly Fault[] };

/** What a plan knows about a request, to decide whether it applies. */
export interface RequestFacts {
  readonly method: string;
  readonly path: string;
  readonly model?: string;
  readonly account?: string;
  /** Whether it asked for a stream, and was accepted. */
  readonly stream: boolean;
  /** How the request was judged. */
  readonly verdict: 'accepted' | 'refused' | 'served';
}

/**
 * A fault and the requests it applies to. Plans wait in a queue: a request gets the first one that applies, and only
 * that one, so two plans given in a row affect two requests in that order.
 */
export type FaultPlan = Fault & {
  /** How many requests it affects; one by default. Infinity: all. */
  readonly times?: number;
  /** How many matching requests pass unaffected first. */
  readonly after?: number;
  /** Which requests match; by default all that involve a model (not lists of models). */
  readonly when?: (request: RequestFacts) => boolean;
};
