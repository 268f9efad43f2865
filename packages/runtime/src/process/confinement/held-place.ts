/** Holds the place of a missing folder with marker folders in it, so that several agents can hold it at the same time. */
import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { isRunning } from '../is-running.ts';

const markName = /^\.held-(\d+)-[0-9a-f-]{36}$/;

/** Whether it is missing or contains only markers. One check: a holder may release it at any moment. */
export function isFreeOrHeld(path: string): boolean {
  try {
    return readdirSync(path).every((name) => markName.test(name));
  } catch {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  }
}

/** Creates the folder if necessary and marks it as held by this process. Returns the marker. */
export async function markHeld(path: string): Promise<string> {
  await removeStaleMarks(path);
  const mark = join(path, `.held-${process.pid}-${randomUUID()}`);
  // Between the two steps another process may release the place, which removes the folder.
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    await mkdir(path).catch(() => {});
    try {
      await mkdir(mark);
      return mark;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return mark;
    }
  }
  return mark;
}

const mostAttempts = 100;

/** A killed process leaves its markers behind. */
async function removeStaleMarks(path: string): Promise<void> {
  for (const name of await readdir(path).catch(() => [])) {
    const pid = markName.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rmdir(join(path, name)).catch(() => {});
  }
}
