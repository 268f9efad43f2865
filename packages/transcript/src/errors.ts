/** The errors of this package. `TranscriptError` is ours to fix (ARCHITECTURE, errors). */

/** REQ-915-040: where the fault lies. */
export type FaultClass = 'canonical-corruption' | 'renderer-fault' | 'projection-fault';

export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  readonly fault: FaultClass;
  readonly callIds: readonly string[];

  constructor(fault: FaultClass, message: string, callIds: readonly string[] = []) {
    super(message);
    this.fault = fault;
    this.callIds = callIds;
  }
}
