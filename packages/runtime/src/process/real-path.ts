/** Where a path leads, without links. Undefined: to nothing that is there, or that can be reached. */
import { realpathSync } from 'node:fs';

export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
