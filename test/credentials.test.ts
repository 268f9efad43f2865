/**
 * Whatever is given wrong, no value of a credential is in an error: for every entry point that takes one, and for the configuration. Callers
 * in JavaScript pass anything, people put keys into the wrong field, and errors end up in logs.
 */
import { rmSync } from 'node:fs';
import { inspect } from 'node:util';
import { createGateway, type GatewayOptions } from '@interlock/gateway';
import { findSessions, readSession } from '@interlock/import';
import {
  type CredentialSource,
  createCredentials,
  createRoute,
  createSession,
  type RouteConfig,
  type RouteTarget,
} from '@interlock/runtime';
import { createMcpServers } from '@interlock/runtime/mcp';
import { createPostgresStore } from '@interlock/runtime/postgres';
import { apiNames, createApi, startSimulator } from '@interlock/simulators';
import { type Content, checkContents, importContents, render } from '@interlock/transcript';
import {
  createFetchTransport,
  createPreparer,
  createTransport,
  defineProvider,
  holdsKey,
  importRequest,
  prepareRequest,
  protocols,
  resolveTarget,
  sendRequest,
  streamReply,
  type Target,
} from '@interlock/wire';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testHomes } from '../packages/cli/test/config/test-home.ts';
import { runCli } from '../packages/cli/test/run-cli.ts';
import { temporaryFolder } from './program/temporary-folder.ts';
import { holdsAsync, share } from './property/runs.ts';

const root = temporaryFolder('credentials');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const body = fc.string({ unit: fc.constantFrom(...letters), minLength: 24, maxLength: 40 }).map((text) => `${text}7x`);

/** Known formats of keys, and those that nobody would recognise, some in two parts. */
const secrets: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('sk-', 'sk-ant-api03-', 'AIza', 'xai-', 'hf_', 'gsk_', 'ghp_', '', 'key ', '9', 'ü'),
    body,
    fc.constantFrom('', '', '.Xy34', '_Xy34'),
  )
  .map((parts) => parts.join(''));

/** One key in wrong places and forms; `undefined` is not among them. */
function wrongForms(key: string): readonly unknown[] {
  const bad: readonly unknown[] = [
    key,
    [key],
    [[key]],
    { key: [key] },
    { key: { value: key } },
    { key: `${key}\n${key}` },
    { key: `${key}é` },
    { kee: key },
    { [key]: true },
    { env: key },
    { env: [key] },
    { file: key },
    { file: { path: key } },
    { file: `\0${key}` },
    { command: { run: key } },
    { token: key },
    { token: key, refresh: 1 },
    { token: key, refresh: key, expires: key },
    { key, account: `${key}\n` },
    { key, account: key, env: key },
    { key, ttlMs: key, account: 1 },
    { account: key },
    Object.assign(() => key, { key }),
    new Map([['key', key]]),
    Buffer.from(key),
    new URL(`https://user:${encodeURIComponent(key)}@127.0.0.1/`),
    new String(key),
  ];
  return bad;
}

interface Entry {
  readonly name: string;
  /** Calls it with something wrong. */
  readonly call: (wrong: never, key: string) => unknown;
  /** It takes names, which are shown: only keys in a known format can be told from them. */
  readonly takesNames?: true;
}

/** What no format tells is a key. */
function isKnownFormat(key: string): boolean {
  return holdsKey(key);
}

const plain = { provider: 'openai-compatible', endpoint: 'http://127.0.0.1:9/v1', model: 'm' } as const;
const contents: readonly Content[] = importContents([{ speaker: 'human', blocks: [{ type: 'text', text: 'hi' }] }]);
const routes = (wrong: never): readonly RouteConfig[] => [
  { policy: 'fixed', targets: [{ ...plain, credentials: wrong }] },
  { policy: 'fixed', targets: [{ ...plain, credentials: [wrong] }] },
  { policy: 'failover', targets: [{ ...plain, credentials: [{ key: 'k' }, wrong] }, wrong] },
  {
    policy: 'failover',
    targets: [
      { ...plain, credentials: [wrong] },
      { ...plain, credentials: [wrong] },
    ],
  },
  { policy: 'fixed', targets: wrong },
  { policy: 'fixed', targets: [{ ...plain, provider: wrong }] },
  { policy: 'fixed', targets: [{ ...plain, endpoint: wrong }] },
  { policy: 'fixed', targets: [{ ...plain, headers: wrong }] },
  { policy: 'fixed', targets: [{ ...plain, headers: { authorization: wrong } }] },
  { policy: 'fixed', targets: [{ ...plain, key: wrong } as RouteTarget] },
  { policy: wrong, targets: [plain] },
  wrong,
];
/** Only what is never shown. */
const credentialFields = (wrong: never): readonly RouteConfig[] => routes(wrong).slice(0, 4);
const targets = (wrong: never): readonly Target[] => [
  { ...plain, key: wrong },
  { ...plain, headers: wrong },
  { ...plain, headers: { authorization: wrong } },
  { ...plain, endpoint: wrong },
  { ...plain, provider: wrong },
  { ...plain, protocol: wrong },
  { ...plain, places: wrong },
  { ...plain, provider: 'bedrock', places: { region: wrong }, key: wrong },
  { ...plain, provider: 'vertex', key: wrong },
  { ...plain, model: wrong },
  wrong,
];

async function each(all: readonly unknown[], call: (one: never) => unknown): Promise<void> {
  for (const one of all) await call(one as never);
}

const wirePackage: readonly Entry[] = [
  {
    name: 'resolveTarget',
    takesNames: true,
    call: (wrong) => each(targets(wrong), (target) => told(() => resolveTarget(target))),
  },
  {
    name: 'prepareRequest',
    takesNames: true,
    call: (wrong) => each(targets(wrong), (target) => told(() => prepareRequest({ target, contents }))),
  },
  {
    name: 'createPreparer',
    takesNames: true,
    call: (wrong) => each(targets(wrong), (target) => told(() => createPreparer(target))),
  },
  { name: 'defineProvider', takesNames: true, call: (wrong) => told(() => defineProvider(wrong)) },
  {
    name: 'defineProvider with a key in its fields',
    call: (wrong) =>
      told(() =>
        defineProvider({
          name: 'x',
          protocols: ['openai-chat'],
          endpoints: { 'openai-chat': wrong },
          keyEnv: wrong,
          authenticate: wrong,
        }),
      ),
  },
  { name: 'createTransport', call: (wrong) => told(() => createTransport({ proxy: wrong })) },
  {
    name: 'createTransport with a proxy of the environment',
    call: (_, key) => told(() => createTransport({ environment: { HTTPS_PROXY: `http://user:${key}@:x` } })),
  },
  {
    name: 'sendRequest and streamReply',
    takesNames: true,
    call: async (wrong) => {
      for (const make of [createTransport, createFetchTransport]) {
        const transport = make();
        for (const target of targets(wrong)) {
          await told(async () => sendRequest(transport, prepareRequest({ target, contents })));
          await told(async () => {
            for await (const _ of streamReply({ target, contents }, { transport })) return;
          });
          await told(() =>
            transport.send(
              { url: plain.endpoint, method: 'POST', headers: { authorization: wrong }, body: [] },
              {} as never,
            ),
          );
        }
        await transport.close();
      }
    },
  },
  {
    name: 'importRequest',
    takesNames: true,
    call: (wrong) => told(() => importRequest(protocols[0] as never, wrong, wrong)),
  },
];

const runtimePackage: readonly Entry[] = [
  {
    name: 'createRoute',
    takesNames: true,
    call: (wrong) =>
      each(routes(wrong), (config) =>
        told(async () => {
          const turn = await createRoute(config, { environment: {} }).begin();
          await turn.next({ tokens: 1 });
        }),
      ),
  },
  {
    name: 'createRoute and createSession with credentials in any format',
    call: (wrong) =>
      each(credentialFields(wrong), (route) =>
        told(async () => {
          const turn = await createRoute(route, { environment: {} }).begin();
          await turn.next({ tokens: 1 });
          await (await createSession({ route, workspace: root, environment: {} })).close();
        }),
      ),
  },
  {
    name: 'createCredentials',
    call: async (wrong: CredentialSource) => {
      const credentials = createCredentials({ environment: {}, homeDirectory: root, timeoutMs: 50 });
      await told(() => credentials.get(wrong));
      await told(() => credentials.renew(wrong, 'x'));
    },
  },
  {
    name: 'createSession',
    takesNames: true,
    call: async (wrong) => {
      for (const route of routes(wrong)) {
        await told(async () => {
          const session = await createSession({ route, workspace: root, environment: {} });
          await session.close();
        });
      }
    },
  },
  {
    name: 'createMcpServers',
    call: (wrong) =>
      each(
        [
          { url: 'http://127.0.0.1:9', headers: wrong },
          { url: 'http://127.0.0.1:9', headers: { a: wrong } },
          { command: 'true', env: wrong },
          { command: 'true', env: { A: wrong } },
          wrong,
        ],
        (server) =>
          told(async () => {
            const servers = createMcpServers({ a: server }, { workspace: root, environment: {} } as never);
            await servers.close();
          }),
      ),
  },
  {
    name: 'createPostgresStore',
    call: (wrong, key) =>
      each([wrong, `postgresql://user:${key}@127.0.0.1:9999999/x`, `postgresql://user:${key}`, `${key}://`], (url) =>
        told(async () => {
          const store = await createPostgresStore({ url });
          await store.close();
        }),
      ),
  },
];

let turn = 0;

const otherPackages: readonly Entry[] = [
  {
    name: 'render',
    call: (wrong) => told(() => render([{ speaker: 'ai', blocks: [], metadata: { account: wrong } }], wrong)),
  },
  { name: 'checkContents', call: (wrong) => told(() => checkContents(wrong)) },
  { name: 'importContents', call: (wrong) => told(() => importContents(wrong)) },
  {
    name: 'an account of a history',
    call: (wrong) => told(() => importContents([{ speaker: 'ai', blocks: [], metadata: { account: wrong } }])),
  },
  {
    name: 'startSimulator',
    call: (wrong) =>
      told(async () =>
        (
          await startSimulator(createApi(apiNames[0] as never), { keys: wrong, secret: wrong, endpoint: wrong })
        ).close(),
      ),
  },
  { name: 'readSession', call: (wrong) => told(() => readSession('nowhere', { apiKey: wrong, key: wrong } as never)) },
  { name: 'findSessions', call: (wrong) => told(async () => findSessions('nowhere', wrong)) },
  {
    name: 'createGateway',
    takesNames: true,
    call: async (wrong, key) => {
      const models = { find: () => plain, list: () => [] };
      const options: readonly Partial<GatewayOptions>[] = [
        { tokens: wrong },
        { tokens: [wrong] },
        { tokens: [{ name: 'a', sha256: wrong }] },
        { adminSha256: wrong },
        { database: { url: wrong } },
        { database: wrong },
        { otlpEndpoint: wrong },
        { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_HEADERS: `${key}` } },
        { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://user:${key}@:x` } },
        { environment: { HTTPS_PROXY: `http://user:${key}@:x` } },
        { models: wrong },
        { host: wrong },
      ];
      for (const option of options) {
        await told(async () => {
          const gateway = await createGateway({ models, environment: {}, ...option });
          await gateway.close();
        });
      }
    },
  },
  {
    name: 'a request to a gateway',
    takesNames: true,
    call: async (wrong) => {
      turn += 1;
      for (const config of share(routes(wrong), 6, turn)) {
        const lines: string[] = [];
        const models = { find: () => config, list: () => ['m'] };
        const gateway = await createGateway({
          models,
          environment: {},
          log: { write: (line) => void lines.push(line) },
        });
        const asked = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
        const response = await fetch(`${gateway.url}/v1/messages`, { method: 'POST', body: JSON.stringify(asked) });
        const text = await response.text();
        await gateway.close();
        await told(() => {
          throw new Error(`${text}\n${lines.join('\n')}`);
        });
      }
    },
  },
];

/** What the latest call said that went wrong. */
const said: string[] = [];

async function told(call: () => unknown): Promise<void> {
  try {
    const result = await call();
    // Some do not throw: they return what failed.
    if (typeof result === 'object' && result !== null && 'failure' in result) said.push(inspect(result.failure));
  } catch (error) {
    for (let at = error; at !== undefined; at = at instanceof Error ? at.cause : undefined) {
      const { stack = '', message = '' } = at instanceof Error ? at : { message: String(at) };
      said.push(stack, message, JSON.stringify(at) ?? '', JSON.stringify(Object.entries(at ?? {})));
    }
  }
}

/** As it is, and as it is written in JSON, in a URL and by `inspect`. */
function formsOf(key: string): readonly string[] {
  return [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), key.replace(/^(?:key |ü)/, '')];
}

test.each([...wirePackage, ...runtimePackage, ...otherPackages])(
  '$name: no error contains a key',
  async ({ call, takesNames }) => {
    await holdsAsync(takesNames === true ? secrets.filter(isKnownFormat) : secrets, 2, async (key) => {
      for (const wrong of wrongForms(key)) {
        said.length = 0;
        await call(wrong as never, key);
        const leaks = said.filter((text) => formsOf(key).some((form) => text.includes(form)));
        expect({ wrong, leaks: leaks.slice(0, 1) }).toEqual({ wrong, leaks: [] });
      }
    });
  },
);

const newHome = testHomes();

const configurations = (wrong: unknown): readonly unknown[] => [
  { providers: { openai: { credentials: wrong } } },
  { providers: { openai: { credentials: [wrong] } } },
  { providers: { openai: { credentials: [{ key: wrong }, wrong] } } },
  { providers: { openai: { headers: wrong } } },
  { providers: { openai: { headers: { authorization: wrong } } } },
  { providers: { openai: wrong } },
  { profiles: { work: wrong } },
  { profiles: wrong },
  { mcp: { a: { url: 'http://127.0.0.1:9', headers: { authorization: wrong } } } },
  { mcp: { a: { command: 'true', env: wrong } } },
  { mcp: { a: { url: 'http://127.0.0.1:9', oauth: { clientSecret: wrong } } } },
  { gateway: { tokens: wrong } },
  { gateway: { tokens: [{ name: 'a', sha256: wrong }] } },
  { gateway: { adminSha256: wrong, postgresEnv: wrong } },
  { sessions: { postgresEnv: wrong } },
];

test('the configuration: nothing that is printed about it contains a key', async () => {
  await holdsAsync(secrets.filter(isKnownFormat), 1, async (key) => {
    for (const [at, wrong] of wrongForms(key).entries()) {
      for (const config of share(configurations(wrong), 5, at)) {
        const { env, write, userFile } = newHome();
        write(userFile, { model: 'openai/gpt-5.5', ...(config as object) });
        const outcome = await runCli(['config'], { env: env() });
        const leak = [outcome.stdout, outcome.stderr].find((text) => formsOf(key).some((form) => text.includes(form)));
        if (leak !== undefined) throw new Error(`${JSON.stringify(config)} is told as ${leak}`);
      }
    }
  });
});
