/** Whether a folder is there. One that we may not look at counts as none: nothing can be done in it either. */
import { statSync } from 'node:fs';

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
