/** Identifies a process, so that another can tell whether it is still running although process ids are reused. */
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isRunning } from '../../process/is-running.ts';
import { errnoOf } from './storage-failure.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** When it was started, in a form that only the same machine can compare. */
  readonly start: string;
  readonly host: string;
  /** The scope of process ids; containers have their own. */
  readonly namespace: string;
}

/** `hidden`: its start time is not visible to us. `ended`: it does nothing anymore, though its id is still taken. */
export type ProcessStart = { readonly start: string } | 'hidden' | 'ended' | 'none';

export async function ownIdentity(): Promise<ProcessIdentity> {
  const found = await processStart(process.pid);
  return {
    pid: process.pid,
    start: typeof found === 'string' ? found : found.start,
    host: hostname(),
    namespace: await readlink('/proc/self/ns/pid').catch(() => ''),
  };
}

export async function processStart(pid: number): Promise<ProcessStart> {
  const found = (await startFromProc(pid)) ?? (await startFromPs(pid));
  if (found !== 'none' && found !== 'hidden') return found;
  // Other users' processes may be invisible; signal 0 still shows that they exist.
  return isRunning(pid) ? 'hidden' : 'none';
}

/** Linux. Undefined: there is no /proc here. */
async function startFromProc(pid: number): Promise<ProcessStart | undefined> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined);
  if (boot === undefined) return undefined;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in brackets and may contain anything, even brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    if (state === 'Z' || state === 'X') return 'ended';
    return { start: `${boot.trim()}/${fields[19] ?? ''}` };
  } catch (error) {
    return ['ENOENT', 'ESRCH'].includes(errnoOf(error) ?? '') ? 'none' : 'hidden';
  }
}

/** macOS and the BSDs. */
export function startFromPs(pid: number): Promise<ProcessStart> {
  return new Promise((resolve) => {
    // `ps` needs no keys in its environment.
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
    execFile('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env }, (error, stdout) => {
      const [, state, start] = /^\s*(\S+)\s+(.+?)\s*$/.exec(stdout) ?? [];
      if (state !== undefined && start !== undefined) resolve(state.startsWith('Z') ? 'ended' : { start });
      else resolve(error !== null && errnoOf(error) !== undefined ? 'hidden' : 'none');
    });
  });
}
