/** Reads a configuration file defensively: it may be a pipe, a folder, a gigabyte, or not text. */
import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type CommandError, usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';

const maxBytes = 1024 * 1024;

export interface ConfigText {
  readonly text: string;
  /** Whether other users can read it. */
  readonly open: boolean;
}

/** Undefined: the file does not exist. Any other problem is an error that names it. */
export async function readConfigFile(path: string): Promise<ConfigText | undefined> {
  let file: FileHandle;
  try {
    // Without O_NONBLOCK a pipe without a writer would never open.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw cannotRead(path, code);
  }
  try {
    return await readText(file, path);
  } catch (error) {
    const code = codeOf(error);
    throw code === undefined ? error : cannotRead(path, code);
  } finally {
    await file.close();
  }
}

async function readText(file: FileHandle, path: string): Promise<ConfigText> {
  const { size, mode } = await file.stat();
  if ((mode & constants.S_IFMT) === constants.S_IFDIR) {
    throw usageError(`${plainText(path)} is a folder. Put the configuration into a file of that name, or remove it.`);
  }
  if ((mode & constants.S_IFMT) !== constants.S_IFREG) {
    throw usageError(`${plainText(path)} is not a regular file. Put a file there, or remove it.`);
  }
  if (size > maxBytes)
    throw usageError(`${plainText(path)} is larger than 1 MB, too large for a configuration. Shorten or remove it.`);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
  const bytes = buffer.subarray(0, Math.min(bytesRead, maxBytes));
  if (!isUtf8(bytes) || bytes.includes(0))
    throw usageError(`${plainText(path)} is not UTF-8 text. Rewrite it or remove it.`);
  return { text: bytes.toString('utf8'), open: (mode & 0o077) !== 0 };
}

function cannotRead(path: string, code: string | undefined): CommandError {
  const shown = plainText(path);
  if (code === 'EACCES' || code === 'EPERM')
    return usageError(`${shown} cannot be read: permission denied. Change its permissions, or remove it.`);
  if (code === 'ELOOP') return usageError(`${shown} is a link to itself. Remove it.`);
  return usageError(`${shown} cannot be read (${code ?? 'unknown error'}). Fix or remove it.`);
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
