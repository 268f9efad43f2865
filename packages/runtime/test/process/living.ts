/** Whether a process still runs; one that has ended but was not yet asked how (a zombie) does not. */
import { readdirSync, readFileSync } from 'node:fs';

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // No /proc on this system, or it ended just now.
    return process.platform !== 'linux';
  }
}

/** The numbers that a command printed, one on a line. */
export function pidsIn(text: string): readonly number[] {
  return [...text.matchAll(/^(\d+)$/gm)].map(([pid]) => Number(pid));
}

/** Those that have `text` in their environment; no one where that cannot be asked. */
export function holdersOf(text: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const holds = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text) && isRunning(Number(pid));
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && holds(name))
    .map(Number);
}
