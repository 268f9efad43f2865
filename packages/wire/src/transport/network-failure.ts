/** The error for a request that got no answer: with the address, the system's error code and what to check. */
import type { Failure } from '../failure/failure.ts';
import { presentable } from '../failure/redact.ts';
import { describeTlsMistake } from './tls-mistake.ts';

/** The server a request is sent to. */
export interface Upstream {
  readonly provider: string;
  /** The address without path and query. */
  readonly origin: string;
  /** Texts that must not be shown. */
  readonly secrets: readonly string[];
  readonly connectMs: number;
}

const longestMessage = 500;

/** The code for a port that HTTP clients refuse. No retry can help. */
export const refusedPort = 'EBADPORT';

const timeouts: readonly string[] = ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'];

export function networkFailure(error: unknown, upstream: Upstream): Failure {
  const { code, address, message: cause } = readCauses(error);
  // The text of the Fetch standard for a refused port (`refused-ports.ts`): nothing was sent.
  if (code === '' && cause === 'bad port') return { reason: 'network', message: badPort(upstream), code: refusedPort };
  const reason = timeouts.includes(code) ? 'timeout' : 'network';
  const message = presentable(describe(code, address, cause, upstream), longestMessage, upstream.secrets);
  return code === '' ? { reason, message } : { reason, message, code };
}

function badPort({ origin }: Upstream): string {
  return `HTTP clients refuse to connect to the port of ${origin}: use another port on the server, for example 8080`;
}

function describe(code: string, address: string, cause: string, { origin, connectMs }: Upstream): string {
  const name = address === '' ? code : `${code} ${address}`;
  const mistake = describeTlsMistake(code, origin, name, cause);
  if (mistake !== undefined) return mistake;
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `no connection to ${origin} within ${durationText(connectMs)} (connect timeout)`;
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
      if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return `no trusted connection to ${origin} (${name}): ${cause}`;
      return `the request to ${origin} failed${name === '' ? '' : ` (${name})`}: ${cause}`;
  }
}

interface Causes {
  readonly code: string;
  /** The address of the system call; a proxy's, if there is one. */
  readonly address: string;
  readonly message: string;
}

/** The innermost cause is the most specific: `fetch failed` alone is useless. If several addresses were tried, there is a list of errors. */
function readCauses(error: unknown, depth = 0): Causes {
  if (!(error instanceof Error)) return { code: '', address: '', message: 'unknown error' };
  const [first] = error instanceof AggregateError ? error.errors : [error.cause];
  if (first instanceof Error && depth < 5) {
    const inner = readCauses(first, depth + 1);
    return { ...inner, code: inner.code || textOf(error, 'code') };
  }
  const host = textOf(error, 'address');
  const port = textOf(error, 'port');
  return { code: textOf(error, 'code'), address: host && port ? `${host}:${port}` : host, message: error.message };
}

function textOf(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function durationText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}
