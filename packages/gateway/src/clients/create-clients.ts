/**
 * Finds the client of a request by its token. Tokens are compared by their SHA-256, in constant time and with every
 * configured token, so that timing reveals nothing about a guess.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@interlock/runtime';
import { ConfigError } from '@interlock/wire';
import { matchesPattern } from '../models/match-pattern.ts';
import type { ClientToken } from '../options/gateway-options.ts';
import { type Admission, type Client, localKey } from './client.ts';
import { ClientLimits, type Limits } from './client-limits.ts';

export interface Clients {
  readonly count: number;
  /** Undefined: the token is missing or wrong. */
  find(headers: IncomingHttpHeaders, url: Pick<URL, 'searchParams'>): Client | undefined;
}

/** Limits over all instances of the gateway. */
export interface LimitsEverywhere {
  enter(client: string, limits: Limits): Promise<Admission>;
}

export interface ClientParts {
  readonly clock: Clock;
  readonly everywhere?: LimitsEverywhere;
}

export function createClients(tokens: readonly ClientToken[], parts: ClientParts): Clients {
  if (tokens.length === 0) {
    const local = createClient({ name: 'local' }, localKey, parts);
    return { count: 1, find: () => local };
  }
  const names = tokens.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new ConfigError('invalid-input', `Two client tokens are called "${twice}".`, 'Give each a unique name.');
  }
  const known = tokens.map((token) => {
    const digest = digestOf(token);
    return { digest, client: createClient(token, digest.toString('hex'), parts) };
  });
  for (const [at, { digest }] of known.entries()) {
    const first = known.findIndex((other) => digest.equals(other.digest));
    if (first !== at) throw sameToken(tokens[first]?.name, tokens[at]?.name);
  }
  return {
    count: known.length,
    find: (headers, url) => {
      let found: Client | undefined;
      for (const token of tokensIn(headers, url)) {
        const given = createHash('sha256').update(token).digest();
        for (const { digest, client } of known) if (timingSafeEqual(digest, given)) found ??= client;
      }
      return found;
    },
  };
}

export function digestOf({ name, sha256 }: Pick<ClientToken, 'name' | 'sha256'>): Buffer {
  if (/^[0-9a-f]{64}$/i.test(sha256)) return Buffer.from(sha256, 'hex');
  throw new ConfigError(
    'invalid-input',
    `The sha256 of the token "${name}" is not a SHA-256 in hex.`,
    'Print one with: interlock serve --new-token',
  );
}

/** The limits of the second would never apply. */
function sameToken(one = '', other = ''): ConfigError {
  const message = `The clients "${one}" and "${other}" have the same token.`;
  return new ConfigError('invalid-input', message, 'Print another one with: interlock serve --new-token');
}

/** Where the SDKs put their keys. Some send two, of which one is ours: Anthropic's, if it has a key and a token. */
function tokensIn(headers: IncomingHttpHeaders, url: Pick<URL, 'searchParams'>): readonly string[] {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const named = ['x-api-key', 'api-key', 'x-goog-api-key'].map((name) => headers[name]);
  const all = [bearer, ...named, url.searchParams.get('key')];
  return all.filter((token) => typeof token === 'string');
}

function createClient(
  token: Pick<ClientToken, 'name' | 'models' | 'requestsPerMinute' | 'concurrent'>,
  key: string,
  { clock, everywhere }: ClientParts,
): Client {
  const { name, models, requestsPerMinute, concurrent } = token;
  const here = new ClientLimits(token, clock);
  const isLimited = requestsPerMinute !== undefined || concurrent !== undefined;
  return {
    name,
    key,
    mayUse: (model) => models === undefined || models.some((pattern) => matchesPattern(pattern, model)),
    // Here first: what is too much for one instance is too much for all, and the database need not be asked.
    enter: async () => {
      const refusal = here.enter();
      if (refusal !== undefined) return { refusal };
      if (!isLimited || everywhere === undefined) return { leave: () => here.leave() };
      const entry = await everywhere.enter(key, token);
      if ('refusal' in entry) {
        here.undo();
        return entry;
      }
      return {
        leave: () => {
          here.leave();
          entry.leave();
        },
      };
    },
  };
}
