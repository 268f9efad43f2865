/** Starts processes that write sessions, and sends them commands. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PostgresStoreOptions } from '../../../src/store/postgres-store.ts';

export type Order =
  | { readonly do: 'open'; readonly id: string }
  | { readonly do: 'append'; readonly text: string; readonly durable: boolean }
  | { readonly do: 'close' }
  | { readonly do: 'take'; readonly counter: string }
  | { readonly do: 'end' };

export interface Reply {
  readonly number: number;
  readonly what: Said;
}

export type Said =
  | { readonly value?: unknown }
  | { readonly refused: { readonly code: string; readonly message: string } | string };

export interface Writer {
  readonly pid: number;
  tell(order: Order): Promise<Said>;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  gone(): Promise<void>;
}

export function startWriter(options: PostgresStoreOptions): Writer {
  const child: ChildProcess = fork(join(import.meta.dirname, 'writer-process.ts'), [JSON.stringify(options)], {
    execArgv: ['--conditions=@interlock/source', '--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'close');
  const waiting = new Map<number, (said: Said) => void>();
  let orders = 0;
  child.on('message', ({ number, what }: Reply) => {
    waiting.get(number)?.(what);
    waiting.delete(number);
  });
  child.on('close', () => {
    for (const answer of waiting.values()) answer({ refused: 'the process is gone' });
  });
  return {
    pid: child.pid ?? 0,
    tell: (order) =>
      new Promise((resolve) => {
        orders += 1;
        waiting.set(orders, resolve);
        child.send({ number: orders, order });
      }),
    signal: (name) => void child.kill(name),
    gone: async () => {
      await ended;
    },
  };
}
