import { describe, expect, test } from 'vitest';
import { readFailure, storageFailure } from '../../../src/store/jsonl/storage-failure.ts';
import { StoreError } from '../../../src/store/store-error.ts';

const failed = (code: string): Error => Object.assign(new Error(`${code}: it failed`), { code, syscall: 'write' });

describe('translates file system errors', () => {
  test.each([
    ['ENOSPC', 'disk-full', 'Free up space and try again.'],
    ['EDQUOT', 'disk-full', 'Free up space and try again.'],
    ['EFBIG', 'disk-full', 'Free up space and try again.'],
    ['EROFS', 'read-only', 'Make the folder writable and try again.'],
    ['EACCES', 'read-only', 'Make the folder writable and try again.'],
    ['EPERM', 'read-only', 'Make the folder writable and try again.'],
    ['ENOENT', 'gone', 'Put the folder back and open the session again.'],
    ['ENOTDIR', 'gone', 'Put the folder back and open the session again.'],
    ['ESTALE', 'gone', 'Put the folder back and open the session again.'],
    ['EIO', 'unavailable', 'Check the disk, then open the session again.'],
    ['EMFILE', 'unavailable', 'Check the disk, then open the session again.'],
  ])('%s is %s', (errno, code, fix) => {
    const cause = failed(errno);
    const error = storageFailure(
      cause,
      'Session s1 could not be written',
      'Records 1 to 4 were written, nothing more.',
    );
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code, fix, cause });
    expect(String(error)).toMatch(`(${errno}). Records 1 to 4 were written, nothing more. ${fix}`);
  });

  test.each([
    ['ENOENT', 'gone'],
    ['EACCES', 'unreadable'],
    ['EIO', 'unreadable'],
  ])('reading: %s is %s', (errno, code) => {
    expect(readFailure(failed(errno), 'Session s1')).toMatchObject({ code });
  });

  test('leaves a programming error unchanged', () => {
    const mistake = new TypeError('undefined is not a function');
    expect([storageFailure(mistake, 'x', 'y'), readFailure(mistake, 'x')]).toEqual([mistake, mistake]);
    const known = new StoreError('closed', 'It is closed.', 'Open it.');
    expect([storageFailure(known, 'x', 'y'), readFailure(known, 'x')]).toEqual([known, known]);
  });
});
