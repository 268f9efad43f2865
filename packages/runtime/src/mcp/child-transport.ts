/**
 * A server as a child process that reads and writes lines of JSON. The library's own transport starts no process group, does not
 * report the exit code, and does not notice a child whose descendants keep the pipes open.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { SandboxEntry } from '../process/confinement/sandbox.ts';
import type { OrphanWatch, Ward } from '../process/orphan-watch.ts';
import type { Clock } from '../time/clock.ts';
import { unreadableAnswer } from './answer-codes.ts';
import { settlesWithin } from './deadline.ts';
import { LineSplitter } from './line-splitter.ts';
import type { Sdk } from './load-sdk.ts';

export interface ChildOptions {
  /** How to start it; evaluated at the start. */
  readonly enter: () => Promise<SandboxEntry>;
  readonly cwd: string | undefined;
  readonly clock: Clock;
  /** How long it may take to exit by itself, after SIGTERM, and after SIGKILL. */
  readonly closeMs: number;
  /** Ends it if this process dies first: not every server exits when its input ends. */
  readonly watch: OrphanWatch;
  /** Throws if the line is not a message. */
  readonly parse: Sdk['parseJSONRPCMessage'];
  /** A line that is not a message. */
  readonly onGarbage: (line: string) => void;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const longestMessage = 32 * 1024 * 1024;
const longestTail = 8_192;
/** More than is ever shown: cutting before secrets are removed could leave half a secret. */
const longestGarbage = 4_096;

/** For output that is still in the pipe after the process ended. */
const drainMs = 2_000;

export class ChildTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #options: ChildOptions;
  readonly #ended = Promise.withResolvers<string>();
  #child: Child | undefined;
  #entry: SandboxEntry | undefined;
  #ward: Ward | undefined;
  #closing: Promise<void> | undefined;
  /** Why we ended it. */
  #broken: string | undefined;
  /** The streams it closed, which also happens when it ends. */
  #hungUp: string | undefined;
  #isOver = false;
  #stderr = '';
  #isCut = false;

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  /** This and `stderr` tell the library that it talks to a process: one that ignores a newer revision has an older one. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get stderr(): null {
    return null;
  }

  /** Resolves when none of its processes is running, with how it ended. */
  get ended(): Promise<string> {
    return this.#ended.promise;
  }

  /** The end of stderr, in whole lines: the start of a cut line may be half a secret. */
  get lastOutput(): string {
    const text = this.#isCut ? this.#stderr.slice(this.#stderr.indexOf('\n') + 1 || this.#stderr.length) : this.#stderr;
    return text.trimEnd().split('\n').slice(-8).join('\n');
  }

  async start(): Promise<void> {
    try {
      this.#entry = await this.#options.enter();
    } catch (error) {
      this.#finish('it could not be run');
      throw error;
    }
    if (this.#closing !== undefined) {
      await this.#entry.leave();
      throw new Error('closed before it was started');
    }
    const started = Promise.withResolvers<void>();
    const refuse = (error: unknown): void => {
      started.reject(error);
      if (this.#child?.pid === undefined) this.#finish('it could not be run');
    };
    try {
      const child = this.#spawn(this.#entry);
      child.once('spawn', () => started.resolve());
      child.on('error', refuse);
    } catch (error) {
      refuse(error);
    }
    return started.promise;
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin?.writable !== true) return Promise.reject(new Error('Not connected'));
    return new Promise((resolve) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) => {
        // A server that no longer reads has ended or must end: how it ended says more than a broken pipe, and comes with `onclose`.
        if (error) this.#hangUp('it closed its input');
        resolve();
      });
    });
  }

  /** Never rejects. `why`: reported as the reason, if it is still running. */
  close(why?: string): Promise<void> {
    if (this.#closing === undefined) this.#broken ??= why;
    this.#closing ??= this.#leave();
    return this.#closing;
  }

  /** Immediately and silently, for when this process ends. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    const pid = this.#child?.pid;
    if (pid === undefined || this.#isOver) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // The group no longer exists.
    }
  }

  #spawn({ file, args, environment: env }: SandboxEntry): Child {
    const { cwd } = this.#options;
    // The server gets its own process group: it is stopped together with everything it started, and our Ctrl-C does not reach it.
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    if (child.pid !== undefined) {
      this.#ward = this.#options.watch.guard();
      this.#ward.leads(child.pid);
    }
    for (const stream of [child.stdin, child.stderr]) stream.on('error', () => {});
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#note(text));
    // Its last words may still be in the pipe when it has exited.
    const heard = Promise.all([this.#read(child.stdout), closed(child.stderr)]);
    child.once('exit', (code, signal) => {
      const how = code === null ? `signal ${signal}` : `exit code ${code}`;
      void settlesWithin(this.#options.clock, drainMs, heard).then(() => this.#finish(how));
    });
    return child;
  }

  async #read(stdout: Readable): Promise<void> {
    const splitter = new LineSplitter(longestMessage);
    try {
      for await (const bytes of stdout) {
        for (const line of splitter.push(bytes as Buffer)) {
          this.#receive(line);
          // The library delivers notifications one tick late: progress would arrive after its response.
          await null;
        }
      }
      this.#hangUp('it closed its output');
    } catch (error) {
      if (error instanceof RangeError) this.#broken ??= `it sent a message of more than ${longestMessage / 2 ** 20} MB`;
    }
    void this.close();
  }

  #hangUp(how: string): void {
    if (this.#closing === undefined) this.#hungUp ??= how;
    void this.close();
  }

  #receive(line: string): void {
    if (line.trim() === '') return;
    const value = parsed(line);
    const message = this.#message(value);
    if (message !== undefined) {
      this.onmessage?.(message);
      return;
    }
    this.#options.onGarbage(line.slice(0, longestGarbage));
    const id = answeredId(value);
    // So that the caller does not wait forever.
    if (id !== undefined)
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: unreadableAnswer, message: 'unreadable' } });
  }

  #message(value: unknown): JSONRPCMessage | undefined {
    try {
      return this.#options.parse(value);
    } catch {
      return undefined;
    }
  }

  #note(text: string): void {
    const whole = this.#stderr + text;
    this.#isCut ||= whole.length > longestTail;
    this.#stderr = whole.slice(-longestTail);
  }

  async #leave(): Promise<void> {
    const { clock, closeMs } = this.#options;
    if (this.#child?.pid === undefined) return this.#finish('it was not started');
    this.#child.stdin.end();
    if (await settlesWithin(clock, closeMs, this.ended)) return;
    this.#broken ??= this.#hungUp;
    this.kill('SIGTERM');
    if (await settlesWithin(clock, closeMs, this.ended)) return;
    this.kill('SIGKILL');
    if (await settlesWithin(clock, closeMs, this.ended)) return;
    this.#finish('it could not be killed');
  }

  #finish(how: string): void {
    if (this.#isOver) return;
    // Also ends its descendants, because they hold our pipes.
    this.kill('SIGKILL');
    this.#isOver = true;
    this.#ward?.release();
    void this.#entry?.leave();
    for (const stream of [this.#child?.stdin, this.#child?.stdout, this.#child?.stderr]) stream?.destroy();
    this.#ended.resolve(this.#broken ?? how);
    this.onclose?.();
  }
}

function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => stream.once('close', resolve));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function answeredId(value: unknown): number | string | undefined {
  if (typeof value !== 'object' || value === null || 'method' in value || !('id' in value)) return undefined;
  const { id } = value;
  return typeof id === 'string' || Number.isInteger(id) ? (id as number | string) : undefined;
}
