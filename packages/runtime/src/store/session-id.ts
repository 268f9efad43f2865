/** Valid names of sessions and side files: safe as a file name, in a log line and on a command line. */
import { StoreError } from './store-error.ts';

const shape = /^[A-Za-z0-9][A-Za-z0-9._:@+=~-]{0,99}$/;

export function checkSessionId(id: string): void {
  if (!shape.test(id)) throw invalid('session id', id);
}

export function checkSideFileName(name: string): void {
  if (!shape.test(name)) throw invalid('name of a side file', name);
}

function invalid(what: string, name: string): StoreError {
  return new StoreError(
    'invalid-id',
    `${JSON.stringify(name.slice(0, 120))} is not a valid ${what}.`,
    'Use 1 to 100 letters, digits and . _ : @ + = ~ -, starting with a letter or digit.',
  );
}
