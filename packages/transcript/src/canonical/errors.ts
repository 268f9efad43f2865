/** The errors of this package. A `TranscriptError` is a bug of ours or a history that cannot be read (ARCHITECTURE, errors). */

/** REQ-915-040: where the fault is. */
export type FaultClass = 'canonical-corruption' | 'renderer-fault' | 'projection-fault';

export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  readonly fault: FaultClass;
  readonly callIds: readonly string[];
  /** Everything known about the failure, in a form that can be stored: rules, places, ids, repairs (REQ-915-039). */
  readonly diagnostics: object | undefined;

  constructor(fault: FaultClass, message: string, callIds: readonly string[] = [], diagnostics?: object) {
    super(message);
    this.fault = fault;
    this.callIds = callIds;
    this.diagnostics = diagnostics;
  }
}
