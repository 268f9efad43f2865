/** Runs one hook: JSON on standard input; exit code and limited output come back. It leaves no process running. */

import { existsSync } from 'node:fs';
import type { JsonObject } from '@interlock/transcript';
import { outputText } from '../process/bounded-output.ts';
import { openEntry, type SandboxEntry } from '../process/confinement/sandbox.ts';
import type { OrphanWatch } from '../process/orphan-watch.ts';
import { type ProcessResult, runProcess } from '../process/run-process.ts';
import { messageOf } from '../text/sentences.ts';
import type { Clock } from '../time/clock.ts';
import type { Hook, HookOptions } from './hook.ts';

export const defaultHookMs = 30_000;
/** Maximum output in characters. */
const mostOutput = 8_000;

export interface HookRun extends Pick<HookOptions, 'sandbox'> {
  readonly hook: Hook;
  readonly input: JsonObject;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Different for every run. */
  readonly mark: string;
  readonly signal?: AbortSignal;
  readonly clock: Clock;
  readonly watch: OrphanWatch;
}

/** Undefined: exit code 0. Otherwise the reason, in a sentence or as the hook printed it. Never rejects. */
export async function runHook(run: HookRun): Promise<string | undefined> {
  const { hook, input, cwd, mark, signal, clock, watch } = run;
  const { timeoutMs = defaultHookMs } = hook;
  let entry: SandboxEntry;
  try {
    entry = await enter(run);
  } catch (error) {
    return `It could not be started: ${messageOf(error)}`;
  }
  try {
    const result = await runProcess({
      ...{ file: entry.file, args: entry.args, environment: entry.environment, cwd },
      ...{ input: `${JSON.stringify(input)}\n`, mark, timeoutMs, graceMs: 1_000, maxOutput: mostOutput, clock, watch },
      ...(signal === undefined ? {} : { signal }),
    });
    return entry.failure(result.output.head) ?? describeEnd(result, timeoutMs);
  } finally {
    await entry.leave();
  }
}

async function enter({ hook, sandbox, cwd, environment }: HookRun): Promise<SandboxEntry> {
  const plain = { file: '/bin/sh', args: ['-c', hook.command] };
  if (sandbox === undefined || hook.confine === false) return openEntry(plain, environment);
  return sandbox.enter(plain, { cwd, environment, readable: filesIn(hook.command, environment['HOME'] ?? '/') });
}

/** A script that the command names may be in the home folder, which is hidden otherwise. */
function filesIn(command: string, home: string): readonly string[] {
  const words = command.split(/[\s"'`;|&<>()=]+/).map((word) => word.replace(/^(~|\$HOME|\$\{HOME\})(?=\/)/, home));
  return words.filter((word) => word.startsWith(`${home}/`) && existsSync(word));
}

function describeEnd({ end, output }: ProcessResult, timeoutMs: number): string | undefined {
  if (end.how === 'exited' && end.code === 0) return undefined;
  const printed = outputText(output).trim();
  switch (end.how) {
    case 'exited':
      return printed === '' ? `Exit code ${end.code}.` : printed;
    case 'signalled':
      return `It was ended by signal ${end.signal}.`;
    case 'stopped':
      return end.why === 'timeout' ? `It did not end within ${timeoutMs} ms.` : 'It was cancelled.';
    case 'not-started':
      return end.message;
  }
}
