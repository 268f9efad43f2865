/** Errors with the same wording in all stores. */
import { StoreError } from './store-error.ts';

export function noSuchSession(id: string): StoreError {
  return new StoreError('not-found', `There is no session ${id}.`, 'List the sessions to see what exists.');
}

export function sessionExists(id: string): StoreError {
  return new StoreError('exists', `Session ${id} already exists.`, 'Open it, or choose another id.');
}

export function noSuchSideFile(id: string, name: string): StoreError {
  return new StoreError(
    'not-found',
    `Session ${id} has no side file ${name}.`,
    'Name one that was stored for this session.',
  );
}

/** What to do about a newer format. */
export const useNewerProgram = 'Use the newer program that made it. Nothing was changed.';

export function logClosed(id: string): StoreError {
  return new StoreError('closed', `Session ${id} is closed; nothing was written.`, 'Open it again.');
}

export function storeClosed(): StoreError {
  return new StoreError('closed', 'The session store is closed.', 'Open the store again.');
}
