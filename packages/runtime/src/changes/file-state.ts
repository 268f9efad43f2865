/** The current state of a file, as it is saved. Links are not followed, and only regular files are read. */
import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import type { FileState } from '../store/session-record.ts';
import { errorCode } from '../workspace/file-problem.ts';

/** Larger files are not saved. */
export const largestKept = 4_000_000;

export interface ExaminedFile {
  readonly state: FileState;
  /** Present if the state has a blob. */
  readonly bytes?: Buffer;
}

/** Why the contents of a file are not to be copied. Undefined: they may be. */
export interface Secrecy {
  readonly ofPath: (path: string) => string | undefined;
  readonly ofBytes: (bytes: Buffer) => string | undefined;
}

export async function examineFile(path: string, { ofPath, ofBytes }: Secrecy): Promise<ExaminedFile> {
  const stats = await statOf(path);
  if (stats === undefined) return { state: null };
  if (typeof stats === 'string') return { state: { unkept: stats, size: 0, changedAt: 0 } };
  const unkept = (why: string): ExaminedFile => ({
    state: { unkept: why, size: Number(stats.size), changedAt: Number(stats.mtimeMs) },
  });
  if (!stats.isFile()) return unkept(stats.isSymbolicLink() ? 'it is a link' : 'it is not a regular file');
  if (stats.size > largestKept) return unkept('it is too large');
  const hidden = ofPath(path);
  if (hidden !== undefined) return unkept(hidden);
  try {
    const bytes = await readFile(path);
    const secret = ofBytes(bytes);
    if (secret !== undefined) return unkept(secret);
    return { state: { blob: hashOf(bytes), mode: Number(stats.mode & 0o777n) }, bytes };
  } catch (error) {
    return unkept(`it cannot be read (${errorCode(error)})`);
  }
}

/** Undefined: the file does not exist. A text: why its state is unknown. */
export async function statOf(path: string): Promise<BigIntStats | string | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : `it cannot be examined (${code})`;
  }
}

export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function isSameState(one: FileState, other: FileState): boolean {
  if (one === null || other === null) return one === other;
  if ('blob' in one) return 'blob' in other && one.blob === other.blob && one.mode === other.mode;
  return 'unkept' in other && one.size === other.size && one.changedAt === other.changedAt;
}
