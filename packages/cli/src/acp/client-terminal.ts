/**
 * Runs commands in a terminal of the editor, where the user sees the output. The command is the one that would run here, sandbox included,
 * with the same environment without provider keys.
 */

import type { AgentContext, TerminalHandle, WaitForTerminalExitResponse } from '@agentclientprotocol/sdk';
import {
  BoundedOutput,
  type ProcessEnd,
  type ProcessRequest,
  type ProcessResult,
  type RunProcess,
} from '@interlock/runtime';
import { messageOf } from '../io/command-error.ts';

export interface TerminalParts {
  readonly client: AgentContext;
  /** Known by the time a command runs. */
  readonly sessionId: () => string;
  /** Called when a call starts to use this terminal. */
  readonly opened: (callId: string, terminalId: string) => Promise<void>;
}

const defaultOutput = 1_000_000;

export function clientTerminal(parts: TerminalParts): RunProcess {
  return async (request) => {
    const output = new BoundedOutput(request.maxOutput ?? defaultOutput);
    const finish = (end: ProcessEnd): ProcessResult => ({ end, output: output.kept, leftBehind: 0, remaining: [] });
    if (request.signal?.aborted === true) return finish({ how: 'stopped', why: 'aborted' });
    try {
      const terminal = await create(parts, request);
      try {
        if (request.mark !== undefined) await parts.opened(request.mark, terminal.id);
        const end = await waitForEnd(terminal, request);
        const text = (await terminal.currentOutput()).output;
        output.add(text);
        request.onOutput?.(text, 'stdout');
        return finish(end);
      } finally {
        await terminal.release().catch(() => undefined);
      }
    } catch (error) {
      const message = `The editor's terminal failed: ${messageOf(error)}`;
      return finish({ how: 'not-started', code: 'terminal', message });
    }
  };
}

/** The client's own environment may contain keys: none of it is passed on. */
function create({ client, sessionId }: TerminalParts, request: ProcessRequest): Promise<TerminalHandle> {
  const { file, args, cwd, environment, maxOutput = defaultOutput } = request;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return client.createTerminal({
    sessionId: sessionId(),
    command: '/usr/bin/env',
    // Nobody can answer a prompt: a program that reads gets end of file.
    args: ['-i', ...variables, '/bin/sh', '-c', 'exec "$@" </dev/null', 'sh', file, ...args],
    cwd,
    outputByteLimit: maxOutput,
  });
}

/** Waits until it ends, is cancelled or times out; then it is killed, and its end awaited. */
async function waitForEnd(
  terminal: TerminalHandle,
  { signal, timeoutMs, graceMs = 1_000 }: ProcessRequest,
): Promise<ProcessEnd> {
  const stopped = Promise.withResolvers<'aborted' | 'timeout'>();
  const abort = (): void => stopped.resolve('aborted');
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  const timer =
    timeoutMs === undefined || !Number.isFinite(timeoutMs)
      ? undefined
      : setTimeout(() => stopped.resolve('timeout'), timeoutMs);
  const exit = terminal.waitForExit();
  try {
    const first = await Promise.race([exit, stopped.promise]);
    if (typeof first !== 'string') return processEnd(first);
    await terminal.kill();
    // Processes it has left running may keep the terminal busy: do not wait for them.
    await Promise.race([exit, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
    return { how: 'stopped', why: first };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    exit.catch(() => undefined);
  }
}

function processEnd({ exitCode, signal }: WaitForTerminalExitResponse): ProcessEnd {
  if (typeof exitCode === 'number') return { how: 'exited', code: exitCode };
  return { how: 'signalled', signal: (signal ?? 'SIGKILL') as NodeJS.Signals };
}
