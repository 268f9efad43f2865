/**
 * A tool's file in its own process, as the agent sees it. Whatever the file does there (loop forever, exit, throw, print), it ends that
 * process at most.
 */
import process from 'node:process';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import type { Clock, OrphanWatch, SandboxEntry, ToolContext, Ward, Workspace } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import { startWorker } from './start-worker.ts';
import type { Answer, Field, FromThread, LoadFault, Question, ToThread } from './thread-messages.ts';

export interface ThreadOptions {
  readonly url: string;
  /** The sandbox entry of its process; released when it has ended. */
  readonly entry: SandboxEntry;
  readonly watch: OrphanWatch;
  readonly clock: Clock;
  /** How long the file may take to load. */
  readonly loadMs: number;
  /** How long it may take to return a subject. Default: 2 s. Nothing else runs meanwhile. */
  readonly askMs?: number;
  readonly printed: (text: string) => void;
}

export type Loaded =
  | { readonly fields: Readonly<Record<string, Field>> }
  | { readonly problem: string }
  | { readonly fault: LoadFault }
  /** It was not loaded in time. */
  | { readonly isStuck: true };

interface PendingRun {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly progress: (text: string) => void;
}

/** A process that does not respond for this long after a call was stopped is killed. It is less than the time a stopped tool has to clean up. */
const stallMs = 1_500;
const defaultAskMs = 2_000;

/** A question was not answered. Nothing else ran meanwhile, so it is not asked again. */
export class SilentThreadError extends Error {}

export class ToolThread {
  readonly loaded: Promise<Loaded>;
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #answers: MessagePort;
  readonly #flag = new Int32Array(new SharedArrayBuffer(4));
  readonly #pending = new Map<number, PendingRun>();
  readonly #ward: Ward;
  #group: number | undefined;
  readonly #loading = new AbortController();
  readonly #over = new AbortController();
  /** Resolved when the process was started, or when it is clear that it never will be. */
  readonly #started = Promise.withResolvers<void>();
  readonly #resolve: (loaded: Loaded) => void;
  #count = 0;
  #pongs = 0;
  #isClosing = false;
  #why = 'it ended its process';

  constructor(options: ThreadOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<Loaded>();
    this.loaded = promise;
    this.#resolve = resolve;
    const talk = new MessageChannel();
    const answers = new MessageChannel();
    this.#port = talk.port1;
    this.#answers = answers.port1;
    const { file, args, environment } = options.entry;
    const channel = { port: talk.port2, answers: answers.port2, flag: this.#flag };
    this.#ward = options.watch.guard();
    this.#worker = startWorker({ url: options.url, file, args, environment, ...channel });
    this.#port.on('message', (message: FromThread) => this.#onMessage(message));
    this.#worker.on('error', (error: unknown) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#end(code));
    void options.clock.sleep(options.loadMs, this.#loading.signal).then(() => this.#settle({ isStuck: true }));
  }

  /** The process has ended, or is being ended. */
  get isOver(): boolean {
    return this.#isClosing || this.#over.signal.aborted;
  }

  /** Rejects with what the tool throws. */
  run(args: JsonObject, { callId, signal, workspace, environment, progress }: ToolContext): Promise<unknown> {
    const id = this.#next();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const stop = (): void => this.#stop(id, signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#pending.set(id, { resolve, reject, progress });
    this.#updateRef();
    if (this.isOver) this.#rejectAll();
    else this.#post({ type: 'run', id, args, callId, workspace, environment });
    return promise.finally(() => {
      signal.removeEventListener('abort', stop);
      this.#pending.delete(id);
      this.#updateRef();
    });
  }

  /** Waits synchronously: a rule is compared with the answer before the call may start. */
  ask(question: Question, args: JsonObject, workspace: Workspace): unknown {
    const id = this.#next();
    const { askMs = defaultAskMs } = this.#options;
    this.#post({ type: 'ask', id, question, args, workspace });
    for (;;) {
      const seen = Atomics.load(this.#flag, 0);
      const answer = this.#answerTo(id);
      if (answer?.problem !== undefined) throw new Error(answer.problem);
      if (answer !== undefined) return answer.value;
      // Another answer may have woken it: wait again.
      if (Atomics.wait(this.#flag, 0, seen, askMs) !== 'timed-out') continue;
      const why = `its ${question} did not answer within ${askMs / 1_000} s`;
      // Another agent's call may be busy in there, and must not be ended.
      if (this.#pending.size > 0) throw new Error(`${why}: it is busy with another call`);
      this.#closeBecause(why);
      throw new SilentThreadError(why);
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    // A relay that ends before it has reported its process would leave that process behind.
    this.#worker.ref();
    this.#port.ref();
    await this.#started.promise;
    this.#kill();
    await this.#worker.terminate();
  }

  /** Kills the process and everything that it has started. */
  #kill(): void {
    if (this.#group === undefined || this.#over.signal.aborted) return;
    try {
      process.kill(-this.#group, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }

  /** Only the first call has an effect. */
  #settle(loaded: Loaded): void {
    this.#resolve(loaded);
    this.#loading.abort('over');
    this.#updateRef();
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #post(message: ToThread): void {
    this.#port.postMessage(message);
  }

  /** Ignores late answers to earlier questions that timed out. */
  #answerTo(id: number): Answer | undefined {
    for (
      let received = receiveMessageOnPort(this.#answers);
      received !== undefined;
      received = receiveMessageOnPort(this.#answers)
    ) {
      const answer: Answer = received.message;
      if (answer?.id === id) return answer;
    }
    return undefined;
  }

  /** Ignores invalid messages, which a file can send. */
  #onMessage(message: FromThread): void {
    try {
      this.#handle(message);
    } catch {
      // Our own code throws nothing on messages from our own code.
    }
  }

  #handle(message: FromThread): void {
    switch (message?.type) {
      case 'loaded':
        this.#settle({ fields: message.fields });
        break;
      case 'shapeless':
        this.#settle({ problem: message.problem });
        break;
      case 'broken':
        this.#settle({ fault: message.fault });
        break;
      case 'printed':
        this.#options.printed(message.text);
        break;
      case 'started':
        this.#group ??= message.pid;
        this.#ward.leads(message.pid);
        this.#started.resolve();
        break;
      case 'crashed':
        this.#crash(message.fault);
        break;
      case 'pong':
        this.#pongs += 1;
        break;
      default:
        this.#handleRun(message);
    }
  }

  /** A message for a call that was stopped long ago is ignored. */
  #handleRun(message: Extract<FromThread, { readonly id: number }>): void {
    const pending = this.#pending.get(message?.id);
    if (message?.type === 'progress') pending?.progress(message.text);
    else if (message?.type === 'done') pending?.resolve(message.output);
    else if (message?.type === 'thrown') pending?.reject(new Error(message.message));
  }

  /** Tells the process to stop the call. If it does not respond, it will not respond to other calls either, and is ended. */
  #stop(id: number, reason: unknown): void {
    if (this.isOver) return;
    const { name, message } = reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
    this.#post({ type: 'stop', id, name, message });
    const pongs = this.#pongs;
    this.#post({ type: 'ping' });
    void this.#options.clock.sleep(stallMs, this.#over.signal).then(() => {
      if (this.#pongs > pongs || this.isOver) return;
      this.#closeBecause('it could not be stopped, and its process was ended');
    });
  }

  /** Ends the process because it does not respond; all its calls end, too. */
  #closeBecause(why: string): void {
    this.#why = why;
    void this.close();
  }

  /** An unhandled error: in a timer, or of a promise that is not awaited. */
  #crash(fault: LoadFault): void {
    const { message } = fault;
    this.#why = `its process has ended: ${message}`;
    this.#started.resolve();
    this.#options.printed(`${message}\n`);
    this.#settle({ fault });
  }

  /** An error of the relay, which only runs our own code. */
  #fail(error: unknown): void {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    this.#crash({ name, code: '', message, stack });
  }

  #end(code: number): void {
    // Its last messages may still be queued, including the one about the process it started.
    for (
      let received = receiveMessageOnPort(this.#port);
      received !== undefined;
      received = receiveMessageOnPort(this.#port)
    )
      this.#onMessage(received.message);
    this.#kill();
    this.#started.resolve();
    this.#over.abort('over');
    this.#ward.release();
    void this.#options.entry.leave();
    this.#settle({ problem: `It ended its process while loading (process.exit(${code})?). Remove that.` });
    this.#rejectAll();
    this.#port.close();
    this.#answers.close();
  }

  #rejectAll(): void {
    for (const { reject } of this.#pending.values()) reject(new Error(`The tool returned no result: ${this.#why}.`));
  }

  /** The worker keeps our process alive only while a caller waits for it. */
  #updateRef(): void {
    if (this.isOver) return;
    const how = this.#pending.size === 0 ? 'unref' : 'ref';
    this.#worker[how]();
    this.#port[how]();
  }
}
