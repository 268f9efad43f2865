/** Signing in to a server over HTTP, with a strict authorization server on loopback and with one whose documents are invalid. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import type { McpOptions } from '../../src/mcp/mcp-config.ts';
import { createMcpTokens, type McpTokens } from '../../src/mcp/oauth/mcp-tokens.ts';
import { signInToMcp } from '../../src/mcp/oauth/sign-in.ts';
import type { SignInNeed } from '../../src/mcp/oauth/sign-in-need.ts';
import { signOutOfMcp } from '../../src/mcp/oauth/sign-out.ts';
import { systemClock } from '../../src/time/clock.ts';
import { type Guarded, startGuarded } from './authorization-server.ts';
import { dataOf, meet } from './meet-servers.ts';

const { signal } = new AbortController();
const hint = (server: string): string => `run: sign-in ${server}`;

interface Place {
  readonly server: Guarded;
  readonly folder: string;
  readonly tokens: McpTokens;
  readonly signIn: (need?: SignInNeed, bend?: (redirect: URL) => void) => Promise<void>;
}

async function place(): Promise<Place> {
  const server = await startGuarded();
  const folder = temporaryFolder('mcp-tokens');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const tokens = createMcpTokens(join(folder, 'mcp'), systemClock);
  const signIn: Place['signIn'] = (need, bend) =>
    signInToMcp(
      { url: server.url },
      {
        tokens,
        environment: {},
        clock: systemClock,
        signal,
        ...(need === undefined ? {} : { need }),
        show: (address) => void server.browse(address, bend),
      },
    );
  return { server, folder, tokens, signIn };
}

test('not signed in and without anyone to ask: the server fails and says what to run', async () => {
  const { server, tokens } = await place();
  const { servers, notices } = await meet({ web: { url: server.url } }, { oauth: { tokens, hint } });
  const why = 'it wants you to sign in (HTTP 401): run: sign-in web';
  expect(servers.status()).toEqual([{ server: 'web', state: 'failed', tools: 0, why }]);
  expect(notices).toEqual([`The MCP server "web" could not be started: ${why}.`]);
  expect(server.log).toEqual([]);
});

test('signs in with a code, PKCE and the resource; private storage; one refresh for two sessions; sign-out', async () => {
  const { server, folder, tokens, signIn } = await place();
  await signIn();
  expect(server.log).toEqual(['register', 'authorize', 'token authorization_code']);
  const [file = ''] = await readdir(join(folder, 'mcp'));
  expect((await stat(join(folder, 'mcp', file))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'mcp'))).mode & 0o777).toBe(0o700);
  expect(JSON.parse(await readFile(join(folder, 'mcp', file), 'utf8'))).toMatchObject({
    address: server.url,
    scope: 'read',
  });
  const options: Partial<McpOptions> = { oauth: { tokens, hint } };
  const [one, two] = [
    await meet({ web: { url: server.url } }, options),
    await meet({ web: { url: server.url } }, options),
  ];
  server.expire();
  const calls = [one, two, one, two].map(
    async ({ call }) => dataOf(await call('mcp__web__echo', { region: 'n' }))['region'],
  );
  expect(await Promise.all(calls)).toEqual(['n', 'n', 'n', 'n']);
  expect(server.log.slice(3)).toEqual(['token refresh_token']);
  expect(await signOutOfMcp(server.url, { tokens, environment: {}, signal })).toBe(true);
  expect(server.log.slice(4)).toEqual(['revoke']);
  expect(await tokens.list()).toEqual([]);
  // A stream of one of the sessions may still be waiting for the lock.
  await expect.poll(() => readdir(join(folder, 'mcp')), { timeout: 240_000 }).toEqual([]);
  expect(await signOutOfMcp(server.url, { tokens, environment: {}, signal })).toBe(false);
});

test('reports a revoked login without exposing it', async () => {
  const { server, tokens, signIn } = await place();
  await signIn();
  const { call, notices } = await meet({ web: { url: server.url } }, { oauth: { tokens, hint } });
  server.revokeAll();
  const answer = await call('mcp__web__echo', {});
  expect(answer).toEqual({
    text: 'The MCP server "web" refused the call: it wants you to sign in (HTTP 401): run: sign-in web',
    failed: true,
  });
  expect(server.log.at(-1)).toBe('refused: refresh token');
  expect(await tokens.list()).toEqual([]);
  const told = JSON.stringify([answer, notices]);
  expect(server.secrets.filter((secret) => told.includes(secret))).toEqual([]);
});

test('signs in at the start if someone can be asked, and again when a call needs more scopes; then makes the call', async () => {
  const { server, tokens, signIn } = await place();
  server.callScope = 'write';
  const asked: [string, SignInNeed][] = [];
  const ask = async (name: string, need: SignInNeed): Promise<boolean> => {
    asked.push([name, need]);
    await signIn(need);
    return true;
  };
  const { call, notices } = await meet({ web: { url: server.url } }, { oauth: { tokens, hint, ask } });
  expect(dataOf(await call('mcp__web__echo', { region: 'n' }))['region']).toBe('n');
  const metadataUrl = `${server.issuer}/.well-known/oauth-protected-resource/mcp`;
  expect(asked).toEqual([
    ['web', { scope: 'read', metadataUrl, isStepUp: false }],
    ['web', { scope: 'write', isStepUp: true }],
  ]);
  expect((await tokens.read(server.url))?.scope).toBe('read write');
  expect(notices).toEqual([]);
});

test('hides a token that the server returns in a result', async () => {
  const { server, tokens, signIn } = await place();
  await signIn();
  const { call } = await meet({ web: { url: server.url } }, { oauth: { tokens, hint } });
  await call('mcp__web__echo', { region: 'n' });
  const { accessToken = '' } = (await tokens.read(server.url)) ?? {};
  const said = JSON.stringify(await call('mcp__web__echo', { region: `it is ${accessToken}` }));
  expect([said.includes('it is [hidden]'), said.includes(accessToken)]).toEqual([true, false]);
});

/** `isOpened`: whether anything may have been shown to the user. */
test.each<[string, RegExp, (server: Guarded) => void]>([
  ['metadata on another host', /another host/, () => {}],
  [
    'a resource of another server',
    /different server/,
    ({ resourceMetadata }) => Object.assign(resourceMetadata, { resource: 'https://bank.example/' }),
  ],
  ['another issuer', /issuer/i, ({ metadata }) => Object.assign(metadata, { issuer: 'https://other.example' })],
  [
    'a program as a URL',
    /does not follow the protocol/,
    ({ metadata }) => Object.assign(metadata, { authorization_endpoint: 'javascript:alert(1)' }),
  ],
  [
    'a file as a URL',
    /authorization_endpoint/,
    ({ metadata }) => Object.assign(metadata, { authorization_endpoint: 'file:///etc/passwd' }),
  ],
  [
    'an unencrypted token URL',
    /token_endpoint/,
    ({ metadata }) => Object.assign(metadata, { token_endpoint: 'http://tokens.example/' }),
  ],
  ['no PKCE', /PKCE/, ({ metadata }) => Object.assign(metadata, { code_challenge_methods_supported: ['plain'] })],
  [
    'no registration',
    /clientId/,
    (server) => {
      const { registration_endpoint: _, ...rest } = server.metadata;
      server.metadata = rest;
    },
  ],
])('does not open: %s', async (name, why, bend) => {
  const { server, tokens } = await place();
  bend(server);
  const shown: string[] = [];
  const metadataUrl = name === 'metadata on another host' ? 'https://evil.example/about' : undefined;
  const need = { isStepUp: false, ...(metadataUrl === undefined ? {} : { metadataUrl }) };
  const show = (address: string): void => void shown.push(address);
  const signing = signInToMcp({ url: server.url }, { tokens, environment: {}, clock: systemClock, signal, need, show });
  await expect(signing).rejects.toThrow(why);
  expect([shown, await tokens.list()]).toEqual([[], []]);
});

test.each<[string, (url: URL) => void, RegExp]>([
  ['from another issuer', ({ searchParams }) => searchParams.set('iss', 'https://evil.example'), /issuer/i],
  ['without an issuer', ({ searchParams }) => searchParams.delete('iss'), /issuer/i],
  [
    'with a refusal',
    ({ searchParams }) => {
      searchParams.delete('code');
      searchParams.set('error', 'access_denied');
    },
    /access was denied \(access_denied\)/,
  ],
  ['with an invalid code', ({ searchParams }) => searchParams.set('code', 'guess'), /code/],
])('an answer %s', async (_, bend, why) => {
  const { signIn, tokens } = await place();
  await expect(signIn(undefined, bend)).rejects.toThrow(why);
  expect(await tokens.list()).toEqual([]);
});

test('ignores an answer with another state; accepts the right one, also pasted', async () => {
  const { server, tokens } = await place();
  const pasted = Promise.withResolvers<string>();
  await signInToMcp(
    { url: server.url },
    {
      tokens,
      environment: {},
      clock: systemClock,
      signal,
      show: async (address) => {
        expect(await server.browse(address, ({ searchParams }) => searchParams.set('state', 'mine'))).toBe(404);
        await server.browse(address, (url) => {
          pasted.resolve(url.href);
          url.pathname = '/elsewhere';
        });
      },
      paste: () => pasted.promise,
    },
  );
  expect(await tokens.list()).toEqual([server.url]);
});

test('gives up on an endless answer', async () => {
  const { server, signIn, tokens } = await place();
  server.tokenFault = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more).on('error', () => {});
    more();
    return true;
  };
  await expect(signIn()).rejects.toThrow('more than 1 MB');
  expect(await tokens.list()).toEqual([]);
});
