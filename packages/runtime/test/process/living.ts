/** Whether a process is still running. A zombie is not. */
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
    // This system has no /proc, or the process has just ended.
    return process.platform !== 'linux';
  }
}

/** The numbers that a command printed, one per line. */
export function pidsIn(text: string): readonly number[] {
  return [...text.matchAll(/^(\d+)$/gm)].map(([pid]) => Number(pid));
}

/** The processes that have `text` in their environment; none on systems where this is not visible. */
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
