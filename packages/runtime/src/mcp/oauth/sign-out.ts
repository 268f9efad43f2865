/** Deletes a login and revokes its tokens at the authorization server, if it supports that (RFC 7009). */
import { withAuthFetch } from './auth-fetch.ts';
import { addressOf } from './kept-tokens.ts';
import type { McpLogin, McpTokens } from './mcp-tokens.ts';

export interface SignOutOptions {
  readonly tokens: McpTokens;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Returns whether there was one. Deleted even if the authorization server does not answer. */
export async function signOutOfMcp(url: string, { tokens, environment, signal }: SignOutOptions): Promise<boolean> {
  let login: McpLogin | undefined;
  await tokens.change(addressOf(url), async (kept) => {
    login = kept;
    return undefined;
  });
  if (login === undefined) return false;
  const { revocationEndpoint, refreshToken, accessToken, clientId, clientSecret, address } = login;
  if (revocationEndpoint === undefined) return true;
  const form = new URLSearchParams({ token: refreshToken ?? accessToken, client_id: clientId });
  if (clientSecret !== undefined) form.set('client_secret', clientSecret);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await withAuthFetch(address, environment, signal, (fetch) =>
    fetch(revocationEndpoint, { method: 'POST', headers, body: form }),
  ).catch(() => {});
  return true;
}
