/** The messages between a tool's process and the agent. Whatever comes from a process is untrusted. */
import type { MessagePort } from 'node:worker_threads';
import type { Workspace } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';

/** The arguments of the relay. */
export interface ThreadStart {
  readonly url: string;
  /** The program to start, followed by `loader` and its arguments. */
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly port: MessagePort;
  /** For synchronous questions: the answer is at this port when the flag has the question's number. */
  readonly answers: MessagePort;
  readonly flag: Int32Array;
}

export type Question = 'subject' | 'access';

export type ToThread =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly args: JsonObject;
      readonly callId: string;
      readonly workspace: Workspace;
      readonly environment: Readonly<Record<string, string>>;
    }
  /** `name` and `message`: of the reason of the call's signal. */
  | { readonly type: 'stop'; readonly id: number; readonly name: string; readonly message: string }
  | {
      readonly type: 'ask';
      readonly id: number;
      readonly question: Question;
      readonly args: JsonObject;
      readonly workspace: Workspace;
    }
  | { readonly type: 'ping' };

/** A field of the export: a function, or a value as JSON; neither if it is something else. */
export interface Field {
  readonly isFunction: boolean;
  readonly json?: string;
}

/** An error that ended the loading, as text. */
export interface LoadFault {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly stack: string;
}

export type FromThread =
  | { readonly type: 'loaded'; readonly fields: Readonly<Record<string, Field>> }
  /** The file was loaded, but does not export a tool. */
  | { readonly type: 'shapeless'; readonly problem: string }
  | { readonly type: 'broken'; readonly fault: LoadFault }
  | { readonly type: 'printed'; readonly text: string }
  | { readonly type: 'progress'; readonly id: number; readonly text: string }
  | { readonly type: 'done'; readonly id: number; readonly output: unknown }
  | { readonly type: 'thrown'; readonly id: number; readonly message: string }
  | { readonly type: 'pong' }
  /** From the relay: the process runs, as the leader of this group. */
  | { readonly type: 'started'; readonly pid: number }
  /** An unhandled error. */
  | { readonly type: 'crashed'; readonly fault: LoadFault };

/** Messages from the process: those for the agent, and answers to synchronous questions. */
export type FromProcess = FromThread | ({ readonly type: 'answer' } & Answer);

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  /** There is no answer. */
  readonly problem?: string;
}
