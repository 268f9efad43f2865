/**
 * What a turn remembers about the current request. Forgotten when it has succeeded or was given up: the next request
 * starts fresh.
 */
import type { Failure } from '@interlock/wire';

export interface RequestState {
  sent: number;
  /** How often each candidate was tried, in whatever form. */
  readonly asked: Map<number, number>;
  /** Of the limited kind. */
  waitedMs: number;
  waiting: { readonly from: number; readonly until: number; readonly limited: boolean } | undefined;
  /** Asked again whatever else is free. */
  pinned: { readonly index: number; readonly until: number } | undefined;
  /** Candidates whose key was renewed. */
  readonly renewed: Set<number>;
  plainTried: boolean;
  unknownTried: boolean;
  last: { readonly failure: Failure; readonly index: number } | undefined;
}

export function freshRequest(): RequestState {
  return {
    sent: 0,
    asked: new Map(),
    waitedMs: 0,
    waiting: undefined,
    pinned: undefined,
    renewed: new Set(),
    plainTried: false,
    unknownTried: false,
    last: undefined,
  };
}
