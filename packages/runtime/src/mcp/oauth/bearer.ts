/** The token for requests to a server that the user has signed in to, refreshed when necessary. */
import type { AuthProvider } from '@modelcontextprotocol/client';
import type { Clock } from '../../time/clock.ts';
import type { Sdk } from '../load-sdk.ts';
import type { HttpServerConfig } from '../mcp-config.ts';
import { type AuthFetch, withAuthFetch } from './auth-fetch.ts';
import { addressOf, keptTokens } from './kept-tokens.ts';
import type { McpLogin, McpTokens } from './mcp-tokens.ts';
import { needOf, SignInNeeded } from './sign-in-need.ts';

export interface BearerOptions {
  readonly sdk: Sdk;
  readonly tokens: McpTokens;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with secrets that must not be shown from now on. */
  readonly onSecret: (secret: string) => void;
}

/** Refreshed before it expires, so that a call does not have to be repeated. */
const earlyMs = 30_000;

export class Bearer implements AuthProvider {
  readonly #config: HttpServerConfig;
  readonly #options: BearerOptions;
  /** Tokens that the server refused. */
  readonly #refused = new Set<string>();

  constructor(config: HttpServerConfig, options: BearerOptions) {
    this.#config = config;
    this.#options = options;
  }

  async token(): Promise<string | undefined> {
    const kept = await this.#options.tokens.read(addressOf(this.#config.url));
    const login = kept !== undefined && this.#isUseless(kept) ? await this.#renewed() : kept;
    this.#hide(login);
    return login?.accessToken;
  }

  /** Records which token a response belongs to: there may be a new one by then. */
  watch(fetch: AuthFetch): AuthFetch {
    return async (url, init = {}) => {
      const response = await fetch(url, init);
      const token = /^Bearer (.+)$/.exec(new Headers(init.headers).get('authorization') ?? '')?.[1];
      if (response.status === 401 && token !== undefined) this.#refused.add(token);
      return response;
    };
  }

  /** A second refusal is reported by the library. */
  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    const { scope, resourceMetadataUrl } = this.#options.sdk.extractWWWAuthenticateParams(response);
    const login = await this.#renewed();
    this.#hide(login);
    if (login === undefined || this.#refused.has(login.accessToken))
      throw new SignInNeeded(needOf(scope, resourceMetadataUrl, false));
  }

  #isUseless({ accessToken, expiresAt = Number.POSITIVE_INFINITY }: McpLogin): boolean {
    return this.#refused.has(accessToken) || expiresAt - earlyMs < this.#options.clock.now();
  }

  /** Another session may have refreshed it already: a refresh token can be used once. */
  #renewed(): Promise<McpLogin | undefined> {
    return this.#options.tokens.change(addressOf(this.#config.url), async (login) => {
      if (login?.refreshToken === undefined || !this.#isUseless(login)) return login;
      return this.#refresh(login, login.refreshToken);
    });
  }

  async #refresh(login: McpLogin, refreshToken: string): Promise<McpLogin | undefined> {
    const { sdk, environment, signal, clock } = this.#options;
    const { clientId, clientSecret, resource, tokenEndpoint, issuer, authMethods } = login;
    this.#hide(login);
    try {
      const tokens = await withAuthFetch(login.address, environment, signal, (fetchFn) =>
        sdk.refreshAuthorization(issuer, {
          metadata: {
            issuer,
            authorization_endpoint: tokenEndpoint,
            token_endpoint: tokenEndpoint,
            response_types_supported: ['code'],
            ...(authMethods.length === 0 ? {} : { token_endpoint_auth_methods_supported: [...authMethods] }),
          },
          clientInformation: {
            client_id: clientId,
            ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
          },
          refreshToken,
          resource,
          fetchFn,
        }),
      );
      const { expiresAt: _, ...rest } = login;
      return { ...rest, ...(tokens.scope === undefined ? {} : { scope: tokens.scope }), ...keptTokens(tokens, clock) };
    } catch (error) {
      signal.throwIfAborted();
      // Refused: the user must sign in again. Other failures may be temporary.
      if (error instanceof sdk.OAuthError && error.code !== sdk.OAuthErrorCode.ServerError) return undefined;
      return login;
    }
  }

  #hide(login: McpLogin | undefined): void {
    for (const secret of [login?.accessToken, login?.refreshToken, login?.clientSecret])
      if (secret !== undefined) this.#options.onSecret(secret);
  }
}
