/** A command that runs in the background of a session, and its outcome. */

export type JobOutcome =
  | { readonly state: 'exited'; readonly code: number }
  | { readonly state: 'signalled'; readonly signal: string }
  /** `session`: the session was closed, which ends its jobs. */
  | { readonly state: 'stopped'; readonly by: 'model' | 'user' | 'session' | 'timeout' }
  /** It was running when the program was killed, and ended with it. */
  | { readonly state: 'lost' }
  /** It belongs to the session that this one was copied from. */
  | { readonly state: 'elsewhere' };

export interface Job {
  /** Counted from 1; unique in a session. */
  readonly number: number;
  readonly command: string;
  /** The call that started it. */
  readonly callId: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Absent: it is running. */
  readonly outcome?: JobOutcome;
  /** The end of its output, once it has ended. */
  readonly output?: string;
  /** The side file with its whole output, if that is longer. */
  readonly outputName?: string;
}

export interface JobWork {
  readonly command: string;
  readonly callId: string;
  /** Never rejects. */
  run(how: JobRun): Promise<JobEnd>;
}

/** How its process ended. `note`: what stopped it, if that was the sandbox. */
export interface JobEnd {
  readonly end:
    | { readonly how: 'exited'; readonly code: number }
    | { readonly how: 'signalled'; readonly signal: string }
    | { readonly how: 'stopped'; readonly why: 'aborted' | 'timeout' }
    | { readonly how: 'not-started'; readonly message: string };
  readonly note?: string;
}

export interface JobRun {
  /** Aborted when it must end. */
  readonly signal: AbortSignal;
  /** Must be called when the process runs. */
  readonly onStart: () => void;
  readonly onOutput: (text: string) => void;
}

export interface StartsJobs {
  /** Resolves when it runs; `problem`: why it does not. Rejects if its start cannot be recorded: then it is stopped. */
  start(work: JobWork): Promise<{ readonly number: number } | { readonly problem: string }>;
}

/** What the model can do with jobs. */
export interface JobControl {
  readonly all: readonly Job[];
  /** Returns the output since the last read, or all of it. Undefined: there is no such job. */
  read(number: number, all?: boolean): { readonly job: Job; readonly text: string } | undefined;
  /** Resolves when it has ended, the time is up or the signal is aborted. */
  wait(number: number, ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves when it has ended. Returns whether it was running. */
  stop(number: number, by: 'model'): Promise<boolean>;
}

/** One sentence, for people and for models. */
export function describeJob({ number, outcome }: Pick<Job, 'number' | 'outcome'>): string {
  const job = `Job ${number}`;
  switch (outcome?.state) {
    case undefined:
      return `${job} is running.`;
    case 'exited':
      return `${job} exited with code ${outcome.code}.`;
    case 'signalled':
      return `${job} was ended by signal ${outcome.signal}.`;
    case 'stopped':
      return `${job} ${stopTexts[outcome.by]}`;
    case 'lost':
      return `${job} was running when Interlock was killed, and ended with it.`;
    case 'elsewhere':
      return `${job} belongs to the session that this one is a copy of.`;
  }
}

const stopTexts = {
  model: 'was stopped.',
  user: 'was stopped by the user.',
  session: 'was stopped because the session was closed.',
  timeout: 'was stopped: it reached its time limit.',
} as const;
