/** What ends a request before any target is called, and what the client sees of it. */
import { TranscriptError } from '@interlock/transcript';
import { ConfigError, type Failure } from '@interlock/wire';

/** The request is at fault, for every target. */
export class Refused extends Error {
  readonly failure: Failure;

  constructor(message: string, reason: Failure['reason'] = 'invalid-request') {
    super(message);
    this.failure = { reason, message };
  }
}

/** Undefined: an unexpected error. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Refused) return error.failure;
  if (error instanceof ConfigError) return { reason: 'invalid-request', message: error.message };
  return error instanceof TranscriptError ? { reason: 'server', message: error.message } : undefined;
}

/** Nothing was sent, because everything is cooling down: the client should retry then. */
export function coolingDown(failure: Failure): Failure {
  return failure.retryAfterMs === undefined ? failure : { ...failure, reason: 'rate-limit' };
}
