/** Explains file system errors for a session. */
import { StoreError, type StoreErrorCode } from '../store-error.ts';

interface Explanation {
  readonly code: StoreErrorCode;
  readonly cause: string;
  readonly fix: string;
}

const explanations: readonly (readonly [readonly string[], Explanation])[] = [
  [
    ['ENOSPC', 'EDQUOT', 'EFBIG'],
    { code: 'disk-full', cause: 'the disk is full or the quota is used up', fix: 'Free up space and try again.' },
  ],
  [
    ['EROFS', 'EACCES', 'EPERM'],
    { code: 'read-only', cause: 'writing is not allowed there', fix: 'Make the folder writable and try again.' },
  ],
  [
    ['ENOENT', 'ENOTDIR', 'ESTALE'],
    { code: 'gone', cause: 'the folder or file is gone', fix: 'Put the folder back and open the session again.' },
  ],
];

const unknown: Explanation = {
  code: 'unavailable',
  cause: 'the file system failed',
  fix: 'Check the disk, then open the session again.',
};

/** `what` failed: a sentence without its full stop; `safe` says what is not lost. Programming errors are passed through. */
export function storageFailure(error: unknown, what: string, safe: string): unknown {
  const code = errnoOf(error);
  if (code === undefined) return error;
  const explanation = explanations.find(([codes]) => codes.includes(code))?.[1] ?? unknown;
  return new StoreError(explanation.code, `${what}: ${explanation.cause} (${code}). ${safe}`, explanation.fix, {
    cause: error,
  });
}

/** For operations that only read. */
export function readFailure(error: unknown, what: string): unknown {
  const code = errnoOf(error);
  if (code === undefined) return error;
  if (code === 'ENOENT') return new StoreError('gone', `${what} is gone (${code}).`, unknown.fix, { cause: error });
  return new StoreError(
    'unreadable',
    `${what} cannot be read (${code}). Nothing was changed.`,
    'Check its permissions and the disk, then try again.',
    { cause: error },
  );
}

/** The code of an operating system error. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error && 'syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
