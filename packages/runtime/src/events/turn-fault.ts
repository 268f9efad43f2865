/** Why a request could not be built: an invariant that the renderer or the encoder found violated (REQ-915-039, REQ-915-040). */
import { type FaultClass, TranscriptError } from '@interlock/transcript';

export interface TurnFault {
  readonly class: FaultClass;
  /** Canonical ids of the affected calls. */
  readonly callIds: readonly string[];
  /** Rules, paths, ids and repairs; can be serialized. */
  readonly diagnostics?: object;
}

export function faultOf(error: unknown): TurnFault | undefined {
  if (error instanceof TranscriptError) {
    const { fault, callIds, diagnostics } = error;
    return { class: fault, callIds, ...(diagnostics === undefined ? {} : { diagnostics }) };
  }
  return error instanceof Error && error.cause !== undefined ? faultOf(error.cause) : undefined;
}
