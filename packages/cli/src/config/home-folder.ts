/** The user's home folder. An empty or relative HOME counts as not set: joined to a path it would be the working folder. */
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import type { Io } from '../io/io.ts';

/** Undefined: the system does not know it either. */
export function homeFolder(env: Io['env']): string | undefined {
  return [() => env['HOME'], homedir, () => userInfo().homedir].map(read).find(isUsable);
}

/** A user without an entry in the system's list has none. */
function read(from: () => string | undefined): string {
  try {
    return from() ?? '';
  } catch {
    return '';
  }
}

function isUsable(folder: string): boolean {
  return isAbsolute(folder);
}
