/** What `ask` knows about a request when it is sent; it is recorded with the request. */
import type { RequestWait } from '../store/request-facts.ts';

/** Why a request is sent now, and there. */
export interface Sending {
  /** Which request of the turn. */
  readonly step: number;
  /** How often it was sent before. */
  readonly attempt: number;
  readonly because: readonly string[];
  readonly movedFrom?: string;
  /** How long it has waited since the attempt before. */
  readonly waits: readonly RequestWait[];
}
