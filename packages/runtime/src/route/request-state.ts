/** What a turn knows about the current request. Reset when the request has succeeded or was given up. */
import type { Failure } from '@interlock/wire';

export interface RequestState {
  sent: number;
  /** How often each candidate was tried. */
  readonly asked: Map<number, number>;
  /** The waits that are limited. */
  waitedMs: number;
  waiting: { readonly from: number; readonly until: number; readonly limited: boolean } | undefined;
  /** Tried again even if others are free. */
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
