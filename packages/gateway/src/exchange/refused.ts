/** Failures of a request before any target is called. */
import { TranscriptError } from '@interlock/transcript';
import { ConfigError, type Failure } from '@interlock/wire';

/** The request itself is invalid, for every target. */
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

/** Nothing was sent because every credential is cooling down. The client gets a rate limit with a time to retry. */
export function coolingDown(failure: Failure): Failure {
  return failure.retryAfterMs === undefined ? failure : { ...failure, reason: 'rate-limit' };
}
