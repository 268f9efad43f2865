/**
 * Failures that waiting does not fix: the host name is unknown, nothing listens at a local address, or something that is not the API
 * answers (a proxy's page, a wrong path). A provider's server may be restarting, and a resolver may be busy (EAI_AGAIN): those are
 * retried as usual.
 */

import { isIP } from 'node:net';
import { type Failure, isTlsMistake, notTheApi, refusedPort } from '@interlock/wire';
import { whyNotPublic } from '../network/public-address.ts';
import type { Candidate } from './read-route.ts';

/** The server may just have been started. */
export const mostUnreachableRetries = 1;

export function isUnreachable({ reason, code }: Failure, { destination }: Candidate): boolean {
  if (code === notTheApi || code === refusedPort) return true;
  if (reason !== 'network') return false;
  if (isTlsMistake(code)) return true;
  return code === 'ENOTFOUND' || (code === 'ECONNREFUSED' && isNearby(destination.endpoint));
}

/** How many retries the failure uses up: a blocked port or a TLS error uses all of them. */
export function unreachableCount(failure: Failure, candidate: Candidate): number {
  if (!isUnreachable(failure, candidate)) return 0;
  return failure.code === refusedPort || isTlsMistake(failure.code) ? mostUnreachableRetries + 1 : 1;
}

/** A sentence that says what to do about the failure; '' if the failure says enough. */
export function adviceFor(failure: Failure, candidate: Candidate): string {
  if (failure.code !== 'ECONNREFUSED' || !isUnreachable(failure, candidate)) return '';
  const { provider } = candidate.destination;
  if (provider !== 'ollama') return 'Start the server there, or choose another model.';
  return 'Start Ollama (`ollama serve`), set OLLAMA_HOST to where it runs, or choose another model.';
}

/** Whether the address is on this machine or in its local network. */
export function isNearby(endpoint: string): boolean {
  const host = (URL.parse(endpoint)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return whyNotPublic(host) !== undefined;
  return host === 'localhost' || host.endsWith('.localhost') || host === 'host.docker.internal';
}
