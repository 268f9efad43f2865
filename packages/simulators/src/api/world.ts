/**
 * What a simulated provider knows in addition to the request: the account, its address, and the secret with which it
 * signs what only it may read back. Tokens are really created and checked: they cannot be forged, and a changed one is
 * invalid.
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
  /** The previous token in the same conversation (ANT-055). */
  readonly previous?: string;
}

export interface World {
  readonly account: string;
  /** The address of this provider. */
  readonly endpoint: string;
  mint(claims: Claims): string;
  /** The claims of a token, if it is one of ours and unchanged. */
  open(token: string): Claims | undefined;
  /** A unique number, for ids. */
  next(): number;
  /** Seconds since 1970; can be set by the owner of the server. */
  now(): number;
  /** Whether the owner set the clock. If not, nothing expires. */
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
      // Standard base64 throughout: some APIs require it (GEM-013).
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
