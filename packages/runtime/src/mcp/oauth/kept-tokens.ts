/** The part of a token response that is stored, and the key under which it is stored. */
import type { OAuthTokens } from '@modelcontextprotocol/client';
import type { Clock } from '../../time/clock.ts';
import type { McpLogin } from './mcp-tokens.ts';

export function keptTokens(
  { access_token, refresh_token, expires_in }: OAuthTokens,
  clock: Clock,
): Pick<McpLogin, 'accessToken' | 'refreshToken' | 'expiresAt'> {
  return {
    accessToken: access_token,
    ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
    ...(expires_in === undefined ? {} : { expiresAt: clock.now() + expires_in * 1_000 }),
  };
}

/** The key of a login: a server is identified by its URL, not by its name. */
export function addressOf(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}
