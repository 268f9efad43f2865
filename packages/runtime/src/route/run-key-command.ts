/**
 * Runs a shell command that prints a key. Neither the command nor its output appears in messages: either may contain the secret. Only
 * its exit is reported.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import type { Environment } from '@interlock/wire';
import { outsideEnvironment } from '../process/outside-path.ts';
import type { Clock } from '../time/clock.ts';

export type CommandEnd = { readonly printed: string } | { readonly failed: string };

export interface CommandOptions {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

const longestOutput = 64 * 1024;

/** A background process may hold the output open forever. */
const drainMs = 500;

export async function runKeyCommand(command: string, options: CommandOptions): Promise<CommandEnd> {
  const { environment, clock, timeoutMs } = options;
  const ownGroup = process.platform !== 'win32';
  const child = spawn(command, {
    shell: true,
    detached: ownGroup,
    env: outsideEnvironment(environment),
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const output: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= longestOutput) output.push(chunk);
    else kill(child, ownGroup);
  });
  child.stdout.on('error', () => {});

  const over = new AbortController();
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(`could not be started${codeOf(error)}`));
    child.once('exit', (code, signal) => resolve(endOf(code, signal)));
  });
  const late = clock.sleep(timeoutMs, over.signal).then((): string => `took longer than ${timeoutMs / 1_000} s`);
  const problem = await Promise.race([ended, late]);
  over.abort();
  if (problem !== undefined) kill(child, ownGroup);
  else await Promise.race([closed, clock.sleep(drainMs)]);
  child.stdout.destroy();
  if (size > longestOutput) return { failed: 'printed more than a key' };
  return problem === undefined ? { printed: Buffer.concat(output).toString('utf8') } : { failed: problem };
}

function endOf(code: number | null, signal: NodeJS.Signals | null): string | undefined {
  if (code === 0) return undefined;
  return code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`;
}

function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? ` (${code})` : '';
}

function kill(child: ChildProcess, ownGroup: boolean): void {
  if (child.pid === undefined) return;
  try {
    if (ownGroup) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // The process has ended by itself.
  }
}
