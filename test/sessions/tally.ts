/** Counts of what happened in walks. */
export interface Tally {
  walks: number;
  turns: number;
  requests: number;
  calls: number;
  results: number;
  cancels: number;
  faults: number;
  switches: number;
  compactions: number;
  forks: number;
  resumes: number;
  crashes: number;
  outages: number;
  /** Requests that were recorded, and turns that continued others. */
  recorded: number;
  continued: number;
  /** What was wrong, in words; empty if the walks succeeded. */
  readonly wrong: string[];
}

export function newTally(): Tally {
  const none = { walks: 0, turns: 0, requests: 0, calls: 0, results: 0, cancels: 0, faults: 0, switches: 0 };
  return {
    ...none,
    compactions: 0,
    forks: 0,
    resumes: 0,
    crashes: 0,
    outages: 0,
    recorded: 0,
    continued: 0,
    wrong: [],
  };
}
