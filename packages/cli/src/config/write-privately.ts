/** A small file that only the user can read, written whole or not at all; its folder is made with the same care. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Rejects with the system's error. */
export function writePrivately(path: string, value: object): Promise<void> {
  return writePrivateText(path, `${JSON.stringify(value)}\n`);
}

/** Rejects with the system's error. */
export async function writePrivateText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}
