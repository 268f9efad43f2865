/**
 * A tool's file in a process of its own, as the agent sees it: from its start to its end. Whatever the file does there, loops forever,
 * leaves the process, throws where no one listens, prints, ends that process at most.
 */
import process from 'node:process';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import type { Clock, OrphanWatch, SandboxEntry, ToolContext, Ward, Workspace } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import { startWorker } from './start-worker.ts';
import type { Answer, Field, FromThread, LoadFault, Question, ToThread } from './thread-messages.ts';

export interface ThreadOptions {
  readonly url: string;
  /** How its process is started; left when it has ended. */
  readonly entry: SandboxEntry;
  readonly watch: OrphanWatch;
  readonly clock: Clock;
  /** How long the file may take to load. */
  readonly loadMs: number;
  /** How long it may take to name a subject; 2 s by default. Nothing else runs meanwhile. */
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

/** A thread that gives no sign of life for so long when a call is stopped is ended; less than a stopped tool may take to clean up. */
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
  /** Settled when the process was started, or never will be. */
  readonly #begun = Promise.withResolvers<void>();
  readonly #resolve: (loaded: Loaded) => void;
  #count = 0;
  #pongs = 0;
  #isDoomed = false;
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
    this.#port.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error: unknown) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#end(code));
    void options.clock.sleep(options.loadMs, this.#loading.signal).then(() => this.#settle({ isStuck: true }));
  }

  /** It can no longer be used. */
  get isOver(): boolean {
    return this.#isDoomed || this.#over.signal.aborted;
  }

  /** Rejects with what the tool throws. */
  run(args: JsonObject, { callId, signal, workspace, environment, progress }: ToolContext): Promise<unknown> {
    const id = this.#next();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const stop = (): void => this.#stop(id, signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#pending.set(id, { resolve, reject, progress });
    this.#rest();
    if (this.isOver) this.#rejectAll();
    else this.#post({ type: 'run', id, args, callId, workspace, environment });
    return promise.finally(() => {
      signal.removeEventListener('abort', stop);
      this.#pending.delete(id);
      this.#rest();
    });
  }

  /** Waits synchronously: a rule is compared with the answer before the call may begin. */
  ask(question: Question, args: JsonObject, workspace: Workspace): unknown {
    const id = this.#next();
    const { askMs = defaultAskMs } = this.#options;
    this.#post({ type: 'ask', id, question, args, workspace });
    for (;;) {
      const seen = Atomics.load(this.#flag, 0);
      const answer = this.#answerTo(id);
      if (answer?.problem !== undefined) throw new Error(answer.problem);
      if (answer !== undefined) return answer.value;
      // Woken by an answer to something else, it waits again.
      if (Atomics.wait(this.#flag, 0, seen, askMs) !== 'timed-out') continue;
      const why = `its ${question} did not answer within ${askMs / 1_000} s`;
      // Another agent's call may have much to do in there, and is not to suffer for it.
      if (this.#pending.size > 0) throw new Error(`${why}: it is busy with another call`);
      this.#giveUp(why);
      throw new SilentThreadError(why);
    }
  }

  async close(): Promise<void> {
    this.#isDoomed = true;
    // A relay that ends before it has said which process it started would leave that process behind.
    this.#worker.ref();
    this.#port.ref();
    await this.#begun.promise;
    this.#kill();
    await this.#worker.terminate();
  }

  /** With all that it has started. */
  #kill(): void {
    if (this.#group === undefined || this.#over.signal.aborted) return;
    try {
      process.kill(-this.#group, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  /** Only the first counts. */
  #settle(loaded: Loaded): void {
    this.#resolve(loaded);
    this.#loading.abort('over');
    this.#rest();
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #post(message: ToThread): void {
    this.#port.postMessage(message);
  }

  /** Of a question that was given up, an answer may still come. */
  #answerTo(id: number): Answer | undefined {
    for (let got = receiveMessageOnPort(this.#answers); got !== undefined; got = receiveMessageOnPort(this.#answers)) {
      const answer: Answer = got.message;
      if (answer?.id === id) return answer;
    }
    return undefined;
  }

  /** A file can also say what it should not: that is no one's. */
  #hear(message: FromThread): void {
    try {
      this.#take(message);
    } catch {
      // Nothing of ours throws on what the other side of ours has sent.
    }
  }

  #take(message: FromThread): void {
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
        this.#begun.resolve();
        break;
      case 'crashed':
        this.#crash(message.fault);
        break;
      case 'pong':
        this.#pongs += 1;
        break;
      default:
        this.#takeOfRun(message);
    }
  }

  /** No one waits any more for a call that was stopped long ago. */
  #takeOfRun(message: Extract<FromThread, { readonly id: number }>): void {
    const pending = this.#pending.get(message?.id);
    if (message?.type === 'progress') pending?.progress(message.text);
    else if (message?.type === 'done') pending?.resolve(message.output);
    else if (message?.type === 'thrown') pending?.reject(new Error(message.message));
  }

  /** It is signalled; if it does not react, no other call in it will either. */
  #stop(id: number, reason: unknown): void {
    if (this.isOver) return;
    const { name, message } = reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
    this.#post({ type: 'stop', id, name, message });
    const pongs = this.#pongs;
    this.#post({ type: 'ping' });
    void this.#options.clock.sleep(stallMs, this.#over.signal).then(() => {
      if (this.#pongs > pongs || this.isOver) return;
      this.#giveUp('it could not be stopped, and its process was ended');
    });
  }

  /** Everything else in it ends, too: it does not react. */
  #giveUp(why: string): void {
    this.#why = why;
    void this.close();
  }

  /** Thrown where no one listens: in a timer, or by a promise that no one waits for. */
  #crash(fault: LoadFault): void {
    const { message } = fault;
    this.#why = `its process has ended: ${message}`;
    this.#begun.resolve();
    this.#options.printed(`${message}\n`);
    this.#settle({ fault });
  }

  /** Of the relay, which only has our own code in it. */
  #fail(error: unknown): void {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    this.#crash({ name, code: '', message, stack });
  }

  #end(code: number): void {
    // What it said last may still lie there: which process it started, too.
    for (let got = receiveMessageOnPort(this.#port); got !== undefined; got = receiveMessageOnPort(this.#port))
      this.#hear(got.message);
    this.#kill();
    this.#begun.resolve();
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

  /** It keeps the process alive only while a caller waits for it. */
  #rest(): void {
    if (this.isOver) return;
    const how = this.#pending.size === 0 ? 'unref' : 'ref';
    this.#worker[how]();
    this.#port[how]();
  }
}
