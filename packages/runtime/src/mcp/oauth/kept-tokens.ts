/** What is kept of an answer with tokens, and under which address. */
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

/** What a login is kept under: a server is its address, whatever it is called. */
export function addressOf(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}
