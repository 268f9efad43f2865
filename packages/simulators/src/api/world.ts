/**
 * What a simulated provider knows in addition to the request: who asks, where it is reached, and the secret with which it signs what only
 * it may read back. Tokens are really minted and really checked: nobody can make one, and a changed one does not open.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a token is bound to (ANT-040, ANT-054, ANT-058, OAR-011, OAR-012, GEM-012). */
export interface Claims {
  /** `thinking`, `redacted`, `reasoning`, `thought`: a token of one kind is not valid as another. */
  readonly kind: string;
  readonly provider: string;
  readonly model: string;
  readonly endpoint: string;
  readonly account: string;
  /** The text it signs, the item it belongs to, a digest of everything before it: whatever the rule binds. */
  readonly text?: string;
  readonly item?: string;
  readonly prefix?: string;
  /** The token that came before it in the same conversation (ANT-055). */
  readonly previous?: string;
}

export interface World {
  readonly account: string;
  /** The address this provider is reached by. */
  readonly endpoint: string;
  mint(claims: Claims): string;
  /** What a token says, if it is one of ours and unchanged. */
  open(token: string): Claims | undefined;
  /** A number that is given out once: for ids. */
  next(): number;
  /** Seconds since 1970, as the server's owner wants them to be. */
  now(): number;
  /** Whether its owner set the clock. A clock that does not move makes nothing too old. */
  readonly ticks: boolean;
}

export interface WorldOptions {
  readonly account: string;
  readonly endpoint: string;
  readonly secret: string;
  readonly next?: () => number;
  readonly now?: () => number;
}

export function createWorld({ account, endpoint, secret, next, now }: WorldOptions): World {
  let given = 0;
  const count = (): number => {
    given += 1;
    return given;
  };
  const sign = (payload: string): Buffer => createHmac('sha256', secret).update(payload).digest();
  return {
    account,
    endpoint,
    mint: (claims) => {
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      // Standard base64 throughout: some APIs demand it (GEM-013).
      return Buffer.from(`${payload}.${sign(payload).toString('base64url')}`).toString('base64');
    },
    open: (token) => {
      const [payload = '', mac = ''] = Buffer.from(token, 'base64').toString('latin1').split('.');
      const given = Buffer.from(mac, 'base64url');
      const expected = sign(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims;
    },
    next: next ?? count,
    now: now ?? (() => 1_760_000_000),
    ticks: now !== undefined,
  };
}
