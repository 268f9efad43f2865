/** The error for a request without an answer: with the address, the system's code and what to check. */
import type { Failure } from '../failure/failure.ts';
import { presentable } from '../failure/redact.ts';
import { describeTlsMistake } from './tls-mistake.ts';

/** The provider, and its address. */
export interface Party {
  readonly provider: string;
  /** The address without path and query. */
  readonly origin: string;
  /** What must not be shown. */
  readonly secrets: readonly string[];
  readonly connectMs: number;
}

const longestMessage = 500;

/** The code of a port that HTTP clients refuse: no retry can help. */
export const refusedPort = 'EBADPORT';

const timeouts: readonly string[] = ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'];

export function networkFailure(error: unknown, party: Party): Failure {
  const { code, place, words } = readCauses(error);
  // The standard's text: `fetch` did not even try (`refused-ports.ts`).
  if (code === '' && words === 'bad port') return { reason: 'network', message: badPort(party), code: refusedPort };
  const reason = timeouts.includes(code) ? 'timeout' : 'network';
  const message = presentable(describe(code, place, words, party), longestMessage, party.secrets);
  return code === '' ? { reason, message } : { reason, message, code };
}

function badPort({ origin }: Party): string {
  return `HTTP clients refuse to connect to the port of ${origin}: use another port on the server, for example 8080`;
}

function describe(code: string, place: string, words: string, { origin, connectMs }: Party): string {
  const name = place === '' ? code : `${code} ${place}`;
  const mistake = describeTlsMistake(code, origin, name, words);
  if (mistake !== undefined) return mistake;
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `no connection to ${origin} within ${spanText(connectMs)} (connect timeout)`;
    case 'ECONNREFUSED':
      return `nothing listens at ${origin} (${name}): is the server running, and are its address and the proxy correct?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${origin} cannot be found (${name}): are the address, the network and the proxy correct?`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `the connection to ${origin} was lost (${name})`;
    default:
      if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return `no trusted connection to ${origin} (${name}): ${words}`;
      return `the request to ${origin} failed${name === '' ? '' : ` (${name})`}: ${words}`;
  }
}

interface Causes {
  readonly code: string;
  /** The address of the system call: a proxy's, if there is one. */
  readonly place: string;
  readonly words: string;
}

/** The innermost cause is the most specific; `fetch failed` says nothing. Several addresses tried at once give a list of errors. */
function readCauses(error: unknown, depth = 0): Causes {
  if (!(error instanceof Error)) return { code: '', place: '', words: 'unknown error' };
  const [first] = error instanceof AggregateError ? error.errors : [error.cause];
  if (first instanceof Error && depth < 5) {
    const inner = readCauses(first, depth + 1);
    return { ...inner, code: inner.code || textOf(error, 'code') };
  }
  const address = textOf(error, 'address');
  const port = textOf(error, 'port');
  return { code: textOf(error, 'code'), place: address && port ? `${address}:${port}` : address, words: error.message };
}

function textOf(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function spanText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}
