/**
 * Signs in to an MCP server: OAuth 2.1 with PKCE, by the library's functions, plus what they leave to the caller: the browser, `state`
 * and checks of URLs.
 */
import { randomBytes } from 'node:crypto';
import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../time/clock.ts';
import { concealing } from '../conceal.ts';
import { whileWanted } from '../deadline.ts';
import { describeError } from '../describe-error.ts';
import { loadSdk, type Sdk } from '../load-sdk.ts';
import type { HttpServerConfig } from '../mcp-config.ts';
import { type AuthFetch, isSafeAddress, withAuthFetch } from './auth-fetch.ts';
import { addressOf, keptTokens } from './kept-tokens.ts';
import type { McpLogin, McpTokens } from './mcp-tokens.ts';
import { listenForRedirect, type RedirectListener } from './redirect-listener.ts';
import { needOf, type SignInNeed } from './sign-in-need.ts';

export interface SignInOptions {
  readonly tokens: McpTokens;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What the server requires. Absent: what its metadata says. */
  readonly need?: SignInNeed;
  /** Shows the user a URL to open; it is http(s). */
  readonly show: (address: string) => void | Promise<void>;
  /** The URL the browser ended at, pasted by a user whose browser is on another machine. */
  readonly paste?: (signal: AbortSignal) => Promise<string>;
}

interface ProtectedResource {
  readonly server: string;
  readonly metadata: AuthorizationServerMetadata;
  readonly resource: string;
  readonly scope: string | undefined;
}

/** Rejects with a sentence; it may contain text of the server, but no secrets. */
export async function signInToMcp(config: HttpServerConfig, options: SignInOptions): Promise<void> {
  try {
    await signIn(config, options);
  } catch (error) {
    options.signal.throwIfAborted();
    throw new Error(concealing(config)(sentenceOf(error, config)));
  }
}

function sentenceOf(error: unknown, config: HttpServerConfig): string {
  if (!(error instanceof Error) || error.name !== 'OAuthError') return describeError(error, config);
  const code = 'code' in error ? String(error.code) : 'unknown';
  return `the authorization server refused (${code}): ${error.message}`;
}

async function signIn(config: HttpServerConfig, options: SignInOptions): Promise<void> {
  const sdk = await loadSdk();
  const { environment, signal, tokens } = options;
  await withAuthFetch(config.url, environment, signal, async (fetchFn) => {
    const need = options.need ?? (await challengeOf(sdk, config, fetchFn));
    const found = await discover(sdk, config, fetchFn, need, tokens);
    const state = randomBytes(32).toString('base64url');
    const listener = await listenForRedirect(config.oauth?.redirectPort ?? 0, state);
    try {
      const client = await clientFor(sdk, config, found, listener.url, fetchFn);
      const login = await authorise(sdk, { config, found, client, listener, state, fetchFn }, options);
      await tokens.change(login.address, async () => login);
    } finally {
      await listener.close();
    }
  });
}

/** The server's challenge to an unauthenticated client. */
async function challengeOf(sdk: Sdk, { url, headers = {} }: HttpServerConfig, fetchFn: AuthFetch): Promise<SignInNeed> {
  const response = await fetchFn(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  const { scope, resourceMetadataUrl } = sdk.extractWWWAuthenticateParams(response);
  return needOf(scope, resourceMetadataUrl, false);
}

async function discover(
  sdk: Sdk,
  { url, oauth }: HttpServerConfig,
  fetchFn: AuthFetch,
  need: SignInNeed,
  tokens: McpTokens,
): Promise<ProtectedResource> {
  const metadataUrl = need.metadataUrl === undefined ? undefined : URL.parse(need.metadataUrl);
  if (metadataUrl !== null && metadataUrl !== undefined && metadataUrl.origin !== new URL(url).origin)
    throw new Error(`it describes itself at another host (${metadataUrl.host}), which is not trusted`);
  const { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } = await sdk.discoverOAuthServerInfo(
    url,
    {
      fetchFn,
      ...(metadataUrl === undefined || metadataUrl === null ? {} : { resourceMetadataUrl: metadataUrl }),
    },
  );
  if (authorizationServerMetadata === undefined)
    throw new Error('it does not say where to sign in; if it takes a key, set "headers" for it, usually Authorization');
  const resource = resourceMetadata?.resource ?? sdk.resourceUrlFromServerUrl(url).href;
  if (!sdk.checkResourceAllowed({ requestedResource: sdk.resourceUrlFromServerUrl(url), configuredResource: resource }))
    throw new Error('its sign-in metadata is for a different server');
  checkEndpoints(authorizationServerMetadata, url);
  const kept = need.isStepUp ? (await tokens.read(addressOf(url)))?.scope : undefined;
  const named = need.scope ?? resourceMetadata?.scopes_supported?.join(' ');
  const offline =
    authorizationServerMetadata.scopes_supported?.includes('offline_access') === true ? 'offline_access' : undefined;
  const wanted = sdk.computeScopeUnion(kept, named, oauth?.scopes?.join(' '));
  const scope = wanted === undefined ? undefined : sdk.computeScopeUnion(wanted, offline);
  return { server: authorizationServerUrl, metadata: authorizationServerMetadata, resource, scope };
}

/** The URL is opened in a browser or receives a secret: it must be https. */
function checkEndpoints(metadata: AuthorizationServerMetadata, server: string): void {
  const { authorization_endpoint, token_endpoint, registration_endpoint, code_challenge_methods_supported } = metadata;
  const endpoints = { authorization_endpoint, token_endpoint, registration_endpoint };
  for (const [name, address] of Object.entries(endpoints))
    if (address !== undefined && !isSafeAddress(address, server))
      throw new Error(`its ${name} is not an https address`);
  // Without PKCE, an intercepted code is as good as a token: the specification requires clients to stop.
  if (code_challenge_methods_supported?.includes('S256') !== true)
    throw new Error('its sign-in does not offer PKCE (S256)');
}

async function clientFor(
  sdk: Sdk,
  { oauth }: HttpServerConfig,
  { server, metadata, scope }: ProtectedResource,
  redirectUrl: string,
  fetchFn: AuthFetch,
): Promise<OAuthClientInformationMixed> {
  if (oauth?.clientId !== undefined)
    return {
      client_id: oauth.clientId,
      ...(oauth.clientSecret === undefined ? {} : { client_secret: oauth.clientSecret }),
    };
  if (metadata.registration_endpoint === undefined)
    throw new Error('it does not let clients register themselves: set "oauth": { "clientId" } for it');
  return sdk.registerClient(server, {
    metadata,
    clientMetadata: {
      client_name: 'Interlock',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    ...(scope === undefined ? {} : { scope }),
    fetchFn,
  });
}

interface Attempt {
  readonly config: HttpServerConfig;
  readonly found: ProtectedResource;
  readonly client: OAuthClientInformationMixed;
  readonly listener: RedirectListener;
  readonly state: string;
  readonly fetchFn: AuthFetch;
}

async function authorise(
  sdk: Sdk,
  { config, found, client, listener, state, fetchFn }: Attempt,
  options: SignInOptions,
): Promise<McpLogin> {
  const { server, metadata, resource, scope } = found;
  const redirectUri = listener.url;
  const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(server, {
    metadata,
    clientInformation: client,
    redirectUrl: redirectUri,
    state,
    resource,
    ...(scope === undefined ? {} : { scope }),
  });
  await options.show(authorizationUrl.href);
  const { searchParams } = await comesBack(listener, state, options);
  const iss = searchParams.get('iss') ?? undefined;
  // Checked before the rest of the response is used (RFC 9207).
  sdk.validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata.issuer,
    issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
  });
  const code = searchParams.get('code');
  if (code === null || code === '')
    throw new Error(`access was denied (${searchParams.get('error') ?? 'no reason given'})`);
  const tokens = await sdk.exchangeAuthorization(server, {
    metadata,
    clientInformation: client,
    authorizationCode: code,
    codeVerifier,
    redirectUri,
    resource,
    ...(iss === undefined ? {} : { iss }),
    fetchFn,
  });
  return loginOf(config, found, client, tokens, options.clock);
}

async function comesBack(listener: RedirectListener, state: string, { paste, signal }: SignInOptions): Promise<URL> {
  return whileWanted(signal, (wanted) => {
    const over = new AbortController();
    const until = AbortSignal.any([wanted, over.signal]);
    const pasted = paste === undefined ? [] : [paste(until).then((text) => pastedAddress(text, state))];
    return Promise.race([listener.arrived, ...pasted]).finally(() => over.abort());
  });
}

function pastedAddress(text: string, state: string): URL {
  const url = URL.parse(text.trim());
  if (url?.searchParams.get('state') !== state) throw new Error('this is not the address where this sign-in ends');
  return url;
}

function loginOf(
  config: HttpServerConfig,
  { metadata, resource, scope }: ProtectedResource,
  client: OAuthClientInformationMixed,
  tokens: OAuthTokens,
  clock: Clock,
): McpLogin {
  const granted = tokens.scope ?? scope;
  const { issuer, token_endpoint, token_endpoint_auth_methods_supported = [] } = metadata;
  const revocation: unknown = 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  return {
    address: addressOf(config.url),
    issuer,
    tokenEndpoint: token_endpoint,
    ...(typeof revocation === 'string' ? { revocationEndpoint: revocation } : {}),
    authMethods: token_endpoint_auth_methods_supported,
    clientId: client.client_id,
    ...(client.client_secret === undefined ? {} : { clientSecret: client.client_secret }),
    resource,
    ...keptTokens(tokens, clock),
    ...(granted === undefined ? {} : { scope: granted }),
  };
}
