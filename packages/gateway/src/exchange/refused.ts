/** What a client is told when its request was invalid, or when no target has answered it. */
import { TranscriptError } from '@interlock/transcript';
import { ConfigError, type Failure } from '@interlock/wire';
import { type Client, localKey } from '../clients/client.ts';
import type { Attempt } from './attempts.ts';

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

/** What the client is told when no target has answered. `failure`: why the route gave up. */
export function unanswered(attempts: readonly Attempt[], failure: Failure, { key }: Pick<Client, 'key'>): Failure {
  const last = attempts.at(-1);
  // The message names the server's address, which helps the operator and is nobody else's business.
  if (failure.reason === 'network' && key !== localKey) {
    return { ...failure, message: `The server of ${last?.target ?? 'the model'} cannot be reached.` };
  }
  // Nothing was sent, because everything is cooling down: the client should retry then.
  if (last === undefined) return failure.retryAfterMs === undefined ? failure : { ...failure, reason: 'rate-limit' };
  // A server that failed is asked again by the next request: in its own words, and after the pause that it wants, if any.
  return ofServer.has(failure.reason) ? (last.failure ?? failure) : failure;
}

const ofServer: ReadonlySet<Failure['reason']> = new Set(['server', 'overloaded', 'timeout']);
