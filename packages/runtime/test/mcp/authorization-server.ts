/** A strict authorization server on loopback, and an MCP server that accepts only its tokens. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { createNewerDemo } from './newer-demo.ts';

interface Code {
  readonly challenge: string;
  readonly client: string;
  readonly redirect: string;
  readonly resource: string;
  readonly scope: string;
}

export interface Guarded {
  /** The URL of the MCP server. */
  readonly url: string;
  readonly issuer: string;
  /** The requests to the authorization server: `register`, `authorize`, `token authorization_code`, … and why it refused them. */
  readonly log: readonly string[];
  /** Its metadata documents, which a test may change before they are requested. */
  metadata: Record<string, unknown>;
  resourceMetadata: Record<string, unknown>;
  challenge: string;
  /** The scope that calls need; the first sign-in gets `read`. */
  callScope: string;
  /** Replaces the answer to a token request. */
  tokenFault: ((response: ServerResponse) => boolean) | undefined;
  /** Makes all access tokens invalid. */
  expire(): void;
  /** Makes all refresh tokens invalid, too. */
  revokeAll(): void;
  readonly secrets: readonly string[];
  /** Acts as a browser: requests the URL and follows the redirect. `bend`: changes the URL that it is redirected to. */
  browse(address: string, bend?: (redirect: URL) => void): Promise<number>;
}

export async function startGuarded(): Promise<Guarded> {
  const log: string[] = [];
  const codes = new Map<string, Code>();
  const clients = new Map<string, readonly string[]>();
  const access = new Map<string, string>();
  const refresh = new Map<string, { readonly client: string; readonly scope: string; readonly resource: string }>();
  const secrets: string[] = [];
  const serve = createMcpHandler(() => createNewerDemo());
  const answerMcp = toNodeHandler(serve);

  const json = (response: ServerResponse, status: number, value: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const grant = (response: ServerResponse, client: string, scope: string, resource: string): void => {
    const [token, next] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    secrets.push(token, next);
    access.set(token, scope);
    refresh.set(next, { client, scope, resource });
    json(response, 200, { access_token: token, refresh_token: next, token_type: 'Bearer', expires_in: 3600, scope });
  };

  /** Whether the request was refused; the first mistake decides. */
  const isRefused = (response: ServerResponse, checks: readonly (readonly [boolean, string, string])[]): boolean => {
    const wrong = checks.find(([isRight]) => !isRight);
    if (wrong === undefined) return false;
    const [, error, why] = wrong;
    log.push(`refused: ${why}`);
    json(response, 400, { error, error_description: why });
    return true;
  };

  const authorize = (url: URL, response: ServerResponse): void => {
    const ask = Object.fromEntries(url.searchParams);
    const { client_id = '', redirect_uri = '', code_challenge = '', state = '', resource = '', scope = '' } = ask;
    const checks = [
      [clients.get(client_id)?.includes(redirect_uri) === true, 'invalid_request', 'redirect_uri'],
      [ask['code_challenge_method'] === 'S256' && code_challenge !== '', 'invalid_request', 'PKCE'],
      [resource === guarded.url, 'invalid_target', 'resource'],
      [state !== '', 'invalid_request', 'state'],
    ] as const;
    if (isRefused(response, checks)) return;
    const code = `code-${randomUUID()}`;
    codes.set(code, { challenge: code_challenge, client: client_id, redirect: redirect_uri, resource, scope });
    const back = new URL(redirect_uri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', state);
    back.searchParams.set('iss', guarded.issuer);
    response.writeHead(302, { location: back.href }).end();
  };

  const refreshed = (form: URLSearchParams, response: ServerResponse): void => {
    const used = form.get('refresh_token') ?? '';
    const kept = refresh.get(used);
    refresh.delete(used);
    if (isRefused(response, [[kept?.client === form.get('client_id'), 'invalid_grant', 'refresh token']])) return;
    if (kept !== undefined) grant(response, kept.client, kept.scope, kept.resource);
  };

  const redeemed = (form: URLSearchParams, response: ServerResponse): void => {
    const used = form.get('code') ?? '';
    const code = codes.get(used);
    codes.delete(used);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const checks = [
      [code !== undefined, 'invalid_grant', 'code'],
      [proof === code?.challenge, 'invalid_grant', 'code_verifier'],
      [form.get('redirect_uri') === code?.redirect, 'invalid_grant', 'redirect_uri'],
      [form.get('client_id') === code?.client, 'invalid_grant', 'client_id'],
    ] as const;
    if (isRefused(response, checks) || code === undefined) return;
    grant(response, code.client, code.scope, code.resource);
  };

  const token = (form: URLSearchParams, response: ServerResponse): void => {
    const kind = form.get('grant_type');
    log.push(`token ${kind}`);
    if (guarded.tokenFault?.(response) === true) return;
    if (isRefused(response, [[form.get('resource') === guarded.url, 'invalid_target', 'resource']])) return;
    if (kind === 'refresh_token') refreshed(form, response);
    else redeemed(form, response);
  };

  const mcp = (request: IncomingMessage, response: ServerResponse): void => {
    const scope = access.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
    const isCall = request.headers['mcp-method'] === 'tools/call';
    if (scope === undefined) {
      response.writeHead(401, { 'www-authenticate': guarded.challenge }).end('who are you?');
    } else if (isCall && !scope.split(' ').includes(guarded.callScope)) {
      const challenge = `Bearer error="insufficient_scope", scope="${guarded.callScope}"`;
      response.writeHead(403, { 'www-authenticate': challenge }).end('not that');
    } else void answerMcp(request as Parameters<typeof answerMcp>[0], response);
  };

  const revoke = (form: URLSearchParams, response: ServerResponse): void => {
    log.push('revoke');
    refresh.delete(form.get('token') ?? '');
    response.writeHead(200).end();
  };
  const register = (body: string, response: ServerResponse): void => {
    const wanted = JSON.parse(body) as { readonly redirect_uris: readonly string[] };
    const client = `client-${randomUUID()}`;
    log.push('register');
    clients.set(client, wanted.redirect_uris);
    json(response, 201, { ...wanted, client_id: client });
  };
  const places: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse, body: string) => void>> = {
    '/.well-known/oauth-protected-resource/mcp': (_, response) => json(response, 200, guarded.resourceMetadata),
    '/.well-known/oauth-authorization-server': (_, response) => json(response, 200, guarded.metadata),
    '/register': (_, response, body) => register(body, response),
    '/authorize': (request, response) => {
      log.push('authorize');
      authorize(new URL(request.url ?? '/', guarded.issuer), response);
    },
    '/token': (_, response, body) => token(new URLSearchParams(body), response),
    '/revoke': (_, response, body) => revoke(new URLSearchParams(body), response),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', guarded.issuer);
    if (pathname === '/mcp') mcp(request, response);
    else {
      const place = places[pathname];
      const body = await textOf(request);
      if (place === undefined) response.writeHead(404).end();
      else place(request, response, body);
    }
  };

  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await serve.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const guarded: Guarded = {
    url: `${issuer}/mcp`,
    issuer,
    log,
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      revocation_endpoint: `${issuer}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    },
    resourceMetadata: { resource: `${issuer}/mcp`, authorization_servers: [issuer], scopes_supported: ['read'] },
    challenge: `Bearer resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp", scope="read"`,
    callScope: 'read',
    tokenFault: undefined,
    expire: () => access.clear(),
    revokeAll: () => {
      access.clear();
      refresh.clear();
    },
    secrets,
    browse: async (address, bend) => {
      const response = await fetch(address, { redirect: 'manual' });
      const location = response.headers.get('location');
      if (location === null) return response.status;
      const back = new URL(location);
      bend?.(back);
      return (await fetch(back)).status;
    },
  };
  return guarded;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
