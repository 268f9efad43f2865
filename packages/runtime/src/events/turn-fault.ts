/** Why a request could not even be made: what the renderer or the projection found wrong with its own work (REQ-915-039, REQ-915-040). */
import { type FaultClass, TranscriptError } from '@interlock/transcript';

export interface TurnFault {
  readonly class: FaultClass;
  /** Canonical ids of the calls concerned. */
  readonly callIds: readonly string[];
  /** Rules, places, ids and repairs, as they can be written down. */
  readonly diagnostics?: object;
}

export function faultOf(error: unknown): TurnFault | undefined {
  if (error instanceof TranscriptError) {
    const { fault, callIds, diagnostics } = error;
    return { class: fault, callIds, ...(diagnostics === undefined ? {} : { diagnostics }) };
  }
  return error instanceof Error && error.cause !== undefined ? faultOf(error.cause) : undefined;
}
