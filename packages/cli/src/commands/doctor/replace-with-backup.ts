/** Replaces a file after copying it to a backup next to it. At any moment the old text is complete somewhere. */

import { constants } from 'node:fs';
import { copyFile, open, realpath, rename, rm } from 'node:fs/promises';
import { messageOf, usageError } from '../../io/command-error.ts';
import { plainText } from '../../print/plain-text.ts';

const maxBackups = 100;

/** Returns the path of the backup. */
export async function replaceWithBackup(named: string, text: string): Promise<string> {
  try {
    // A link remains: the file it points to is replaced.
    const path = await realpath(named);
    const backup = await backUp(path);
    const draft = `${path}.repaired`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      const { mode } = await statOf(path);
      await file.chmod(mode & 0o777);
      await file.sync();
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await rename(draft, path);
    return backup;
  } catch (error) {
    const why = messageOf(error);
    throw usageError(`${plainText(named)} was not changed: the repaired file cannot be written. ${plainText(why)}`);
  }
}

async function statOf(path: string): Promise<{ readonly mode: number }> {
  const file = await open(path, 'r');
  try {
    return await file.stat();
  } finally {
    await file.close();
  }
}

/** Never over an earlier backup. */
async function backUp(path: string): Promise<string> {
  for (let number = 1; number <= maxBackups; number += 1) {
    const backup = number === 1 ? `${path}.backup` : `${path}.backup-${number}`;
    try {
      await copyFile(path, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
      if (code !== 'EEXIST') throw error;
    }
  }
  throw new Error(`There are ${maxBackups} backups of it already.`);
}
