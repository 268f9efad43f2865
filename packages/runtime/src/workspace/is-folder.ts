/** Whether a folder exists. An unreadable one counts as missing. */
import { statSync } from 'node:fs';

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
