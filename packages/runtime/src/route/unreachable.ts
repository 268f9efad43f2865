/**
 * Failures that a pause does not mend: no one knows the name of the host, or no one listens at an address of this machine or its
 * neighbours, or something answers there that is not the API (a proxy's page, a wrong path). A provider's own server may be starting again, and a resolver may be busy (EAI_AGAIN): those are retried as usual.
 */

import { isIP } from 'node:net';
import { type Failure, isTlsMistake, notTheApi, refusedPort } from '@interlock/wire';
import { whyNotPublic } from '../network/public-address.ts';
import type { Candidate } from './read-route.ts';

/** It may have been started this very moment. */
export const mostUnreachableRetries = 1;

export function isUnreachable({ reason, code }: Failure, { destination }: Candidate): boolean {
  if (code === notTheApi || code === refusedPort) return true;
  if (reason !== 'network') return false;
  if (isTlsMistake(code)) return true;
  return code === 'ENOTFOUND' || (code === 'ECONNREFUSED' && isNearby(destination.endpoint));
}

/** What the failure costs in retries: a blocked port, or a TLS mistake, uses up all of them. */
export function unreachableCount(failure: Failure, candidate: Candidate): number {
  if (!isUnreachable(failure, candidate)) return 0;
  return failure.code === refusedPort || isTlsMistake(failure.code) ? mostUnreachableRetries + 1 : 1;
}

/** What to do about it, if there is more to say than the failure does. */
export function adviceFor(failure: Failure, candidate: Candidate): string {
  if (failure.code !== 'ECONNREFUSED' || !isUnreachable(failure, candidate)) return '';
  const { provider } = candidate.destination;
  if (provider !== 'ollama') return 'Start the server there, or choose another model.';
  return 'Start Ollama (`ollama serve`), set OLLAMA_HOST to where it runs, or choose another model.';
}

/** On this machine or in its network. */
export function isNearby(endpoint: string): boolean {
  const host = (URL.parse(endpoint)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return whyNotPublic(host) !== undefined;
  return host === 'localhost' || host.endsWith('.localhost') || host === 'host.docker.internal';
}
