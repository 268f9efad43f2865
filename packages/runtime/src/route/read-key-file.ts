/** Reads the file a key is in: its first line. Not more of it than a key can be, and nothing that could block. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

const longest = 64 * 1024;

/** Rejects with the system's error. */
export async function readKeyFile(path: string, homeDirectory: string): Promise<string> {
  const full = path.startsWith('~/') ? join(homeDirectory, path.slice(2)) : path;
  // Without O_NONBLOCK a pipe that nobody writes to would never open.
  const file = await open(full, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw Object.assign(new Error('It is not a file.'), { code: 'no regular file' });
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longest), 0, longest, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
