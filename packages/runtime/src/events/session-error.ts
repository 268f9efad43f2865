/** For callers and models. */
export const sessionClosed = 'The session is closed.';

/** The session cannot do this now; the error says why and what to do instead. */
export type SessionErrorCode = 'busy' | 'closed' | 'nothing-to-send' | 'duplicate-tool' | 'not-on-record';

export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: SessionErrorCode;
  readonly fix: string;

  constructor(code: SessionErrorCode, what: string, fix: string) {
    super(`${what} ${fix}`);
    this.code = code;
    this.fix = fix;
  }
}

export function closedError(): SessionError {
  return new SessionError('closed', sessionClosed, 'Resume it, or start a new one.');
}
