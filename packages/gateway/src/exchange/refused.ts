/** What a client is told when its request was invalid, or when no target has answered it. */
import { TranscriptError } from '@interlock/transcript';
import { ConfigError, type Failure, notTheApi } from '@interlock/wire';
import { type Client, isOperator } from '../clients/client.ts';
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
export function unanswered(attempts: readonly Attempt[], failure: Failure, client: Pick<Client, 'key'>): Failure {
  const last = attempts.at(-1);
  if (last === undefined) return unsent(failure, client);
  const own = last.failure ?? failure;
  // Such a server is asked again by the next request: in its own words, and after the pause that it wants, if any.
  if (asksAgain.has(failure.reason)) return forClient(own, last, client);
  const pauses = [failure, own].flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  const pause = pauses.length === 0 ? {} : { retryAfterMs: Math.min(...pauses) };
  // The route's own words say which credential can be used when.
  return { ...(isOperator(client) ? failure : forClient(own, last, client)), ...pause };
}

const asksAgain: ReadonlySet<Failure['reason']> = new Set(['server', 'overloaded', 'timeout', 'network']);

/** Nothing was sent: everything is cooling down, and the client should retry then, or there is no key. */
function unsent(failure: Failure, client: Pick<Client, 'key'>): Failure {
  const isCooling = failure.retryAfterMs !== undefined;
  const told: Failure = isCooling ? { ...failure, reason: 'rate-limit' } : failure;
  if (isOperator(client)) return told;
  if (isCooling) return { ...told, message: 'Every credential for this model is cooling down.' };
  return needsKey.has(failure.reason) ? { ...told, message: 'The gateway has no usable key for this model.' } : told;
}

const needsKey: ReadonlySet<Failure['reason']> = new Set(['auth', 'auth-permanent', 'billing']);

/** Addresses, and where keys come from, help the operator and are nobody else's business. */
function forClient(failure: Failure, { target }: Attempt, client: Pick<Client, 'key'>): Failure {
  if (isOperator(client)) return failure;
  if (failure.reason === 'network') return { ...failure, message: `The server of ${target} cannot be reached.` };
  if (failure.code !== notTheApi) return failure;
  return { ...failure, message: `The server of ${target} does not answer as its API does.` };
}
