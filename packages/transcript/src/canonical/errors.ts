/** The errors of this package. `TranscriptError` is ours to fix (ARCHITECTURE, errors). */

/** REQ-915-040: where the fault is. */
export type FaultClass = 'canonical-corruption' | 'renderer-fault' | 'projection-fault';

export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  readonly fault: FaultClass;
  readonly callIds: readonly string[];
  /** Everything that was known about what failed, as it can be written down: rules, places, ids, repairs (REQ-915-039). */
  readonly diagnostics: object | undefined;

  constructor(fault: FaultClass, message: string, callIds: readonly string[] = [], diagnostics?: object) {
    super(message);
    this.fault = fault;
    this.callIds = callIds;
    this.diagnostics = diagnostics;
  }
}
