/**
 * The background commands of a session: started by a call, recorded from start to end, and ended with the session at the latest. The
 * caller runs them (`tools/run-command.ts`), with the same sandbox and the same watch as every command.
 */

import { sessionClosed } from '../events/session-error.ts';
import type { Emit } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import { BoundedOutput, outputText } from '../process/bounded-output.ts';
import type { Clock } from '../time/clock.ts';
import {
  describeJob,
  type Job,
  type JobControl,
  type JobEnd,
  type JobOutcome,
  type JobWork,
  type StartsJobs,
} from '../tool/job.ts';

export interface JobsParts {
  readonly history: History;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Stores output that is too long for a record; absent if the store has no side files. */
  readonly keepWhole?: (name: string, whole: string) => Promise<unknown>;
}

export interface ReadJob {
  readonly job: Job;
  readonly text: string;
}

type StopReason = Extract<JobOutcome, { readonly state: 'stopped' }>['by'];

interface LiveJob {
  readonly stop: AbortController;
  readonly output: BoundedOutput;
  unread: BoundedOutput;
  stoppedBy?: StopReason;
  /** Resolves when its end is recorded. */
  ended: Promise<void>;
  isOver: boolean;
}

const mostRunning = 16;
/** Limits of the output in memory, and in the record of its end, in characters. */
const longestOutput = 1_000_000;
const longestTail = 8_000;

export class Jobs implements StartsJobs, JobControl {
  readonly #parts: JobsParts;
  /** Running jobs, and ended jobs whose output has not been read. */
  readonly #live = new Map<number, LiveJob>();
  #isClosed = false;

  constructor(parts: JobsParts) {
    this.#parts = parts;
  }

  get all(): readonly Job[] {
    return [...this.#parts.history.facts.jobs.values()];
  }

  async start({ command, callId, run }: JobWork): Promise<{ readonly number: number } | { readonly problem: string }> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return { problem: `${refusal} Nothing was started.` };
    const { history, clock, emit } = this.#parts;
    const number = Math.max(0, ...history.facts.jobs.keys(), ...this.#live.keys()) + 1;
    const job = liveJob();
    this.#live.set(number, job);
    const started = Promise.withResolvers<undefined>();
    const running = run({
      signal: job.stop.signal,
      onStart: () => started.resolve(undefined),
      onOutput: (text) => addOutput(job, text),
    });
    try {
      const early = await Promise.race([running, started.promise]);
      if (early !== undefined) return { problem: whyNotStarted(early.end) };
      await history.write({ kind: 'job-start', number, command, callId, at: clock.now() }, true);
      emit({ type: 'job-start', number, command, callId });
      job.ended = this.#end(number, command, job, running);
      // Nothing else would stop it.
      if (this.#isClosed) await this.stop(number, 'session');
      return { number };
    } finally {
      if (!history.facts.jobs.has(number)) {
        job.stop.abort();
        await running;
        this.#live.delete(number);
      }
    }
  }

  read(number: number, all = false): ReadJob | undefined {
    const job = this.#parts.history.facts.jobs.get(number);
    if (job === undefined) return undefined;
    const live = this.#live.get(number);
    if (live === undefined) return { job, text: job.output ?? '' };
    const text = outputText((all ? live.output : live.unread).kept);
    live.unread = new BoundedOutput(longestOutput);
    if (live.isOver) this.#live.delete(number);
    return { job, text: this.#parts.history.keys.textWithout(text) };
  }

  /** All of its output, without marking any of it as read. */
  look(number: number): ReadJob | undefined {
    const job = this.#parts.history.facts.jobs.get(number);
    if (job === undefined) return undefined;
    const live = this.#live.get(number);
    const text = live === undefined ? (job.output ?? '') : outputText(live.output.kept);
    return { job, text: this.#parts.history.keys.textWithout(text) };
  }

  async wait(number: number, ms: number, signal: AbortSignal): Promise<void> {
    const live = this.#live.get(number);
    if (live === undefined || live.isOver || ms <= 0) return;
    const over = new AbortController();
    await Promise.race([live.ended, this.#parts.clock.sleep(ms, AbortSignal.any([signal, over.signal]))]);
    over.abort();
  }

  async stop(number: number, by: StopReason): Promise<boolean> {
    const live = this.#live.get(number);
    if (live === undefined || live.isOver) return false;
    live.stoppedBy ??= by;
    live.stop.abort();
    await live.ended;
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#live.keys()].map((number) => this.stop(number, 'session')));
  }

  #refusal(): string | undefined {
    if (this.#isClosed) return sessionClosed;
    const running = [...this.#live.values()].filter(({ isOver }) => !isOver).length;
    return running < mostRunning ? undefined : `${mostRunning} jobs are running, which is the limit. Stop one first.`;
  }

  async #end(number: number, command: string, job: LiveJob, running: ReturnType<JobWork['run']>): Promise<void> {
    const { history, clock, emit } = this.#parts;
    const { end, note } = await running;
    if (note !== undefined) addOutput(job, `\n[${note}]`);
    const outcome = outcomeOf(end, job.stoppedBy);
    const whole = history.keys.textWithout(outputText(job.output.kept));
    const outputName = await this.#keep(number, whole);
    const kept = { output: whole.slice(-longestTail), ...(outputName === undefined ? {} : { outputName }) };
    // If the store fails, the record is in the facts and written later.
    await history.write({ kind: 'job-end', number, outcome, at: clock.now(), ...kept }, true).catch(() => {});
    job.isOver = true;
    emit({ type: 'job-end', number, command, outcome, text: describeJob({ number, outcome }) });
  }

  async #keep(number: number, whole: string): Promise<string | undefined> {
    const { keepWhole } = this.#parts;
    if (whole.length <= longestTail || keepWhole === undefined) return undefined;
    const name = `output-job-${number}`;
    return keepWhole(name, whole).then(
      () => name,
      () => undefined,
    );
  }
}

/** Jobs recorded as running when the program was killed: they ended with it. */
export async function closeLostJobs(history: History): Promise<void> {
  for (const { number, outcome, startedAt } of [...history.facts.jobs.values()])
    if (outcome === undefined)
      await history.write({ kind: 'job-end', number, outcome: { state: 'lost' }, at: startedAt });
}

/** Copies the jobs of the original session: their numbers are not used again. */
export async function copyJobs(history: History, jobs: readonly Job[]): Promise<void> {
  for (const { number, command, callId, startedAt, endedAt, outcome, output } of jobs) {
    await history.write({ kind: 'job-start', number, command, callId, at: startedAt });
    const end = outcome === undefined ? { outcome: { state: 'elsewhere' } as const } : { outcome };
    const kept = output === undefined ? {} : { output };
    await history.write({ kind: 'job-end', number, at: endedAt ?? startedAt, ...end, ...kept });
  }
}

function liveJob(): LiveJob {
  return {
    stop: new AbortController(),
    output: new BoundedOutput(longestOutput),
    unread: new BoundedOutput(longestOutput),
    ended: Promise.resolve(),
    isOver: false,
  };
}

function addOutput(job: LiveJob, text: string): void {
  job.output.add(text);
  job.unread.add(text);
}

function whyNotStarted(end: JobEnd['end']): string {
  return end.how === 'not-started' ? end.message : 'It was stopped before it started.';
}

function outcomeOf(end: JobEnd['end'], stoppedBy: StopReason | undefined): JobOutcome {
  switch (end.how) {
    case 'exited':
      return { state: 'exited', code: end.code };
    case 'signalled':
      return { state: 'signalled', signal: end.signal };
    case 'stopped':
      return { state: 'stopped', by: end.why === 'timeout' ? 'timeout' : (stoppedBy ?? 'session') };
    case 'not-started':
      return { state: 'lost' };
  }
}
