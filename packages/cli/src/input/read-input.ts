/** The bytes of a file or of standard input. */

import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type CommandError, messageOf, usageError } from '../io/command-error.ts';

export interface Input {
  /** For messages: the file name as given, or `stdin`. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Reads the file. Without a name, or with `-`, reads standard input. Without a name it must not be a terminal. */
export async function readInput(
  file: string | undefined,
  stdin: Readable & { readonly isTTY?: boolean },
): Promise<Input> {
  if (file !== undefined && file !== '-') return { name: file, bytes: await readBytes(file) };
  if (file === undefined && stdin.isTTY) {
    throw usageError('There is no input.\nName a file, or pipe in a history: interlock … < history.json');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return { name: 'stdin', bytes: Buffer.concat(chunks) };
}

export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw cannotRead(file, error);
  }
}

function cannotRead(file: string, error: unknown): CommandError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return usageError(`There is no file ${file}.`);
    case 'EISDIR':
      return usageError(`${file} is a folder. Name a file in it.`);
    case 'EACCES':
    case 'EPERM':
      return usageError(`${file} cannot be read: permission denied.`);
    case 'ERR_FS_FILE_TOO_LARGE':
      return usageError(`${file} is larger than 2 GB. Split it.`);
    default:
      return usageError(`${file} cannot be read: ${messageOf(error)}`);
  }
}
