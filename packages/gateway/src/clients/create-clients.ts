/**
 * Finds the client of a request by its token. Tokens are compared by their SHA-256, in constant time and with every one that is
 * configured, so that the time says nothing about how near a guess was.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@interlock/runtime';
import { ConfigError } from '@interlock/wire';
import type { ClientToken } from '../gateway-options.ts';
import { matchesPattern } from '../models/match-pattern.ts';
import type { Client, Refusal } from './client.ts';

export interface Clients {
  /** Undefined: the token is missing or wrong. */
  find(headers: IncomingHttpHeaders, url: URL): Client | undefined;
}

export function createClients(tokens: readonly ClientToken[], clock: Clock): Clients {
  if (tokens.length === 0) {
    const local = createClient({ name: 'local' }, clock);
    return { find: () => local };
  }
  const names = tokens.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new ConfigError('invalid-input', `Two client tokens are called "${twice}".`, 'Give each a name of its own.');
  }
  const known = tokens.map((token) => ({ digest: digestOf(token), client: createClient(token, clock) }));
  return {
    find: (headers, url) => {
      const given = createHash('sha256')
        .update(tokenIn(headers, url) ?? '')
        .digest();
      let found: Client | undefined;
      for (const { digest, client } of known) if (timingSafeEqual(digest, given)) found = client;
      return found;
    },
  };
}

function digestOf({ name, sha256 }: ClientToken): Buffer {
  if (/^[0-9a-f]{64}$/i.test(sha256)) return Buffer.from(sha256, 'hex');
  throw new ConfigError(
    'invalid-input',
    `The sha256 of the client token "${name}" is not a SHA-256 in hex.`,
    'Print one with: interlock serve --new-token',
  );
}

/** Where the SDKs put their keys. */
function tokenIn(headers: IncomingHttpHeaders, url: URL): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return bearer ?? header('x-api-key') ?? header('x-goog-api-key') ?? url.searchParams.get('key') ?? undefined;
}

function createClient(
  token: Pick<ClientToken, 'name' | 'models' | 'requestsPerMinute' | 'concurrent'>,
  clock: Clock,
): Client {
  const { name, models, requestsPerMinute, concurrent } = token;
  let running = 0;
  // A bucket that fills evenly and holds a minute's worth.
  let [left, filledAt] = [requestsPerMinute ?? 0, clock.now()];
  const tooMany = (): Refusal | undefined => {
    if (requestsPerMinute === undefined) return undefined;
    const now = clock.now();
    left = Math.min(requestsPerMinute, left + ((now - filledAt) / 60_000) * requestsPerMinute);
    filledAt = now;
    if (left >= 1) return undefined;
    const message = `This client may send ${requestsPerMinute} requests a minute.`;
    return { message, retryAfterMs: Math.ceil(((1 - left) / requestsPerMinute) * 60_000) };
  };
  return {
    name,
    mayUse: (model) => models === undefined || models.some((pattern) => matchesPattern(pattern, model)),
    enter: () => {
      if (concurrent !== undefined && running >= concurrent) {
        return { message: `This client may have ${concurrent} requests under way at once.`, retryAfterMs: 1_000 };
      }
      const refusal = tooMany();
      if (refusal !== undefined) return refusal;
      left -= 1;
      running += 1;
      return undefined;
    },
    leave: () => {
      running -= 1;
    },
  };
}
