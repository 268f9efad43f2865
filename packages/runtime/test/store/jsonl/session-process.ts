/** Starts other processes that open the same session; `session-process-main.ts` is what they run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Running {
  readonly child: ChildProcess;
  /** The next line it prints; undefined when it has ended. */
  next(): Promise<string | undefined>;
}

export function start(task: string, folder: string, waitMs = 0): Running {
  const script = fileURLToPath(new URL('session-process-main.ts', import.meta.url));
  const child = spawn(process.execPath, [script, task, folder, String(waitMs)], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    next: async () => {
      const { value, done } = await lines.next();
      return done === true ? undefined : value;
    },
  };
}

export async function kill({ child }: Running): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
