/** Why a file cannot be used, as a sentence for the model: what is wrong, where, and what to do. */
import type { Preview, ToolOutput } from '../tool/tool.ts';

export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

const meanings: Readonly<Record<string, string>> = {
  EACCES: 'cannot be accessed: permission denied',
  EPERM: 'cannot be accessed: permission denied',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk quota is used up',
  ENAMETOOLONG: 'has a name that is too long. Use a shorter one',
  ENOTDIR: 'does not exist: a part of the path is a file, not a folder',
  EISDIR: 'is a folder, not a file',
  ELOOP: 'is in a loop of symbolic links',
  ENOENT: 'does not exist',
  ENXIO: 'is not a regular file',
  EMFILE: 'cannot be opened now: too many files are open. Try again',
  ENFILE: 'cannot be opened now: too many files are open. Try again',
  EBUSY: 'is in use by the system',
  EINVAL: 'has a name that the system does not accept',
  EILSEQ: 'has a name that the system does not accept',
};

/** The code of a system error; undefined for everything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function fileProblem(shown: string, error: unknown): FileProblem {
  if (error instanceof FileProblem) return error;
  const code = errorCode(error);
  const meaning = code === undefined ? undefined : meanings[code];
  return new FileProblem(`${shown} ${meaning ?? `cannot be used (${code ?? 'unknown error'})`}.`);
}

/** Runs a tool's work; a problem with a file becomes a report. Other errors are thrown. */
export async function reporting(run: () => ToolOutput | Promise<ToolOutput>): Promise<ToolOutput> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FileProblem) return { text: error.message, failed: true };
    throw error;
  }
}

/** Previews a tool's work, or returns the problem that would stop it. */
export async function previewing(look: () => string | Promise<string>): Promise<Preview> {
  try {
    return { shown: await look() };
  } catch (error) {
    if (error instanceof FileProblem) return { refused: error.message };
    throw error;
  }
}
