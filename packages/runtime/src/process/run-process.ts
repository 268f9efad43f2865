/**
 * Runs one process to its end and leaves nothing behind. It is over when the process has ended and its pipes are closed; children that
 * hold them or keep running are ended too. Never rejects.
 */
import { Readable } from 'node:stream';
import { type Clock, systemClock } from '../time/clock.ts';
import { BoundedOutput, type KeptOutput } from './bounded-output.ts';
import { killTree } from './kill-tree.ts';
import type { OrphanWatch } from './orphan-watch.ts';
import { type ProcessTree, processTree } from './process-tree.ts';
import {
  type Child,
  markText,
  plainMark,
  type StartFailure,
  type StartRequest,
  startProcess,
} from './start-process.ts';

export interface ProcessRequest extends StartRequest {
  readonly signal?: AbortSignal;
  /** Called when the process runs; not called if it could not be started. */
  readonly onStart?: () => void;
  /** Receives all output as it arrives, also what is not kept. Control characters are not removed. */
  readonly onOutput?: (text: string, from: OutputStream) => void;
  /** Absent: no limit. */
  readonly timeoutMs?: number;
  /** How many characters of both streams together are kept; half from the start, half from the end. */
  readonly maxOutput?: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  /** How long children may hold the pipes of a process that has ended. */
  readonly drainMs?: number;
  /**
   * When the process ends, the system ends everything it started, though it may take a moment. It writes to descriptor 4 that
   * the command has begun, and how many processes are left.
   */
  readonly endsAll?: boolean;
  /** Ends the process if this one dies first. */
  readonly watch?: OrphanWatch;
  readonly clock?: Clock;
}

export type OutputStream = 'stdout' | 'stderr';

export type ProcessEnd =
  | { readonly how: 'exited'; readonly code: number }
  | { readonly how: 'signalled'; readonly signal: NodeJS.Signals }
  /** We stopped it. `aborted`: also if the signal was aborted before the start. */
  | { readonly how: 'stopped'; readonly why: 'aborted' | 'timeout' }
  | ({ readonly how: 'not-started' } & StartFailure);

export interface ProcessResult {
  readonly end: ProcessEnd;
  /** Both streams, in the order of arrival. */
  readonly output: KeptOutput;
  /** How many processes it left running; they were killed. */
  readonly leftBehind: number;
  /** Whether the command itself began, and not only what starts it. Absent: not known. */
  readonly begun?: boolean;
  /** Processes that could not be killed. */
  readonly remaining: readonly number[];
}

/** `runProcess`, or a function that starts processes elsewhere. Never rejects. */
export type RunProcess = (request: ProcessRequest) => Promise<ProcessResult>;

type Exit = readonly [code: number | null, signal: NodeJS.Signals | null];

export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const output = new BoundedOutput(request.maxOutput ?? 1_000_000);
  const finish = (end: ProcessEnd, leftBehind = 0, remaining: readonly number[] = []): ProcessResult => {
    return { end, output: output.kept, leftBehind, remaining };
  };
  if (request.signal?.aborted === true) return finish({ how: 'stopped', why: 'aborted' });
  const ward = request.watch?.guard(request.mark === undefined ? undefined : plainMark(request.mark));
  try {
    const startRequest = { ...request, reports: request.endsAll === true };
    const started = await startProcess(startRequest, (group) => ward?.leads(group));
    if ('failure' in started) return finish({ how: 'not-started', ...started.failure });
    const run = new ProcessRun(started.child, request, output);
    request.onStart?.();
    const end = await run.end();
    const { leftBehind, remaining } = await run.cleanUp(end.how === 'stopped', () => ward?.release());
    const result = finish(end, leftBehind, remaining);
    return request.endsAll === true ? { ...result, begun: run.hasBegun } : result;
  } finally {
    ward?.release();
  }
}

class ProcessRun {
  readonly #child: Child;
  readonly #request: ProcessRequest;
  readonly #clock: Clock;
  readonly #exited: Promise<Exit>;
  readonly #closed: Promise<void>;
  readonly #tree: ProcessTree;
  /** What the process has written to descriptor 4; resolves when it is closed. */
  readonly #report: Promise<string>;
  #isReaped = false;
  #hasBegun = false;

  constructor(child: Child, request: ProcessRequest, output: BoundedOutput) {
    this.#child = child;
    this.#request = request;
    this.#clock = request.clock ?? systemClock;
    this.#tree = processTree(child.pid, request.mark === undefined ? undefined : markText(request.mark));
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#isReaped = true;
        resolve([code, signal]);
      });
    });
    this.#closed = new Promise((resolve) => child.once('close', () => resolve()));
    child.on('error', ignore);
    const take = (text: string, from: OutputStream): void => {
      output.add(text);
      request.onOutput?.(text, from);
    };
    read(child.stdout, (text) => take(text, 'stdout'));
    read(child.stderr, (text) => take(text, 'stderr'));
    this.#report = reportOf(child, () => {
      this.#hasBegun = true;
    });
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Waits until the process ends by itself, is aborted or reaches its time limit. */
  async end(): Promise<ProcessEnd> {
    const { signal, timeoutMs } = this.#request;
    const over = new AbortController();
    const endings: Promise<Exit | 'aborted' | 'timeout'>[] = [this.#exited];
    if (signal !== undefined) endings.push(whenAborted(signal, over.signal));
    if (timeoutMs !== undefined) endings.push(this.#clock.sleep(timeoutMs, over.signal).then(() => 'timeout'));
    const first = await Promise.race(endings);
    over.abort();
    if (typeof first === 'string') return { how: 'stopped', why: first };
    const [code, killer] = first;
    return killer === null ? { how: 'exited', code: code ?? 0 } : { how: 'signalled', signal: killer };
  }

  /** Ends everything the process has left running. `gone` is called as soon as no process is left. */
  async cleanUp(isStopped: boolean, gone: () => void): Promise<Pick<ProcessResult, 'leftBehind' | 'remaining'>> {
    const { drainMs = 250, graceMs = 2_000, endsAll = false } = this.#request;
    if (!isStopped) await this.#closedWithin(drainMs);
    const found = isStopped ? [] : this.#tree.living(this.#isReaped);
    const ending = { clock: this.#clock, graceMs, isReaped: () => this.#isReaped };
    const remaining = isStopped || found.length > 0 ? await killTree(this.#tree, ending) : [];
    gone();
    // Output of ended processes is still in the pipes. A pipe that stays open is held by a process that cannot be found.
    await this.#closedWithin(drainMs);
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    // A process that cannot be killed must not block us.
    this.#child.unref();
    const leftBehind = endsAll ? await this.#reportedLeft(isStopped, graceMs) : found.length;
    return { leftBehind, remaining: remaining.map(({ pid }) => pid) };
  }

  /** Nothing inside holds the descriptor, so it is closed when the process has ended. */
  async #reportedLeft(isStopped: boolean, graceMs: number): Promise<number> {
    if (isStopped) return 0;
    const over = new AbortController();
    const report = await Promise.race([this.#report, this.#clock.sleep(graceMs, over.signal)]);
    over.abort();
    return Number.parseInt(report?.split('\n')[1] ?? '', 10) || 0;
  }

  async #closedWithin(ms: number): Promise<void> {
    const over = new AbortController();
    await Promise.race([this.#closed, this.#clock.sleep(ms, over.signal)]);
    over.abort();
  }
}

function read(stream: Readable, take: (text: string) => void): void {
  // Characters split across two chunks are joined; invalid UTF-8 becomes U+FFFD.
  stream.setEncoding('utf8');
  stream.on('data', take);
  stream.on('error', ignore);
}

async function reportOf({ stdio }: Child, onBegin: () => void): Promise<string> {
  const pipe = stdio[4];
  if (!(pipe instanceof Readable)) return '';
  let report = '';
  read(pipe, (text) => {
    report = (report + text).slice(0, 20);
    if (report.startsWith('begun\n')) onBegin();
  });
  await new Promise((resolve) => pipe.once('close', resolve));
  return report;
}

function ignore(): void {
  // `exit` and `close` report the consequences.
}

function whenAborted(signal: AbortSignal, over: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true, signal: over });
    // The signal may have been aborted during the start.
    if (signal.aborted) resolve('aborted');
  });
}
