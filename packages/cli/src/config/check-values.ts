/** Checks of one file that a schema cannot express: URLs, rules, and secrets in shared files. No text of the file is repeated. */

import type { CredentialSource } from '@interlock/runtime';
import { couldBeKey, holdsKey } from '@interlock/wire';
import type { Config } from './config.ts';
import type { Problem } from './problem.ts';

export type RuleProblem = (text: string) => string | undefined;

/** `ruleProblem`: what is wrong with an approval rule. */
export function checkValues(config: Config, kind: 'user' | 'project', ruleProblem: RuleProblem): readonly Problem[] {
  return [
    ...(config.model !== undefined && config.route !== undefined
      ? [{ path: ['route'], text: 'cannot be combined with model. Keep one of them.' }]
      : []),
    ...checkAddresses(config),
    ...checkSources(config),
    ...checkRules(config, ruleProblem),
    ...(kind === 'project' ? checkSecrets(config) : []),
  ];
}

function checkAddresses({ providers = {} }: Config): readonly Problem[] {
  return Object.entries(providers).flatMap(([name, { baseUrl }]) => {
    if (baseUrl === undefined) return [];
    const url = URL.parse(baseUrl);
    const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
    if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) return [];
    const text = 'is not a base URL. It must begin with http:// or https:// and have no user, no "?" and no "#".';
    return [{ path: ['providers', name, 'baseUrl'], text }];
  });
}

/** Names of variables, files and accounts are shown. */
function checkSources({ profiles = {}, providers = {}, sessions, gateway }: Config): readonly Problem[] {
  return [
    ...misplacedKey({ env: sessions?.postgresEnv ?? '' }, ['sessions'], 'postgresEnv'),
    ...misplacedKey({ env: gateway?.postgresEnv ?? '' }, ['gateway'], 'postgresEnv'),
    ...Object.entries(profiles).flatMap(([name, source]) => [
      ...(holdsKey(name) ? [{ path: ['profiles', name], text: 'is a key in place of a name. Rotate it.' }] : []),
      ...misplacedKey(source, ['profiles', name]),
    ]),
    ...Object.entries(providers).flatMap(([provider, { credentials = [] }]) =>
      credentials.flatMap((source, index) =>
        typeof source === 'string' ? [] : misplacedKey(source, ['providers', provider, 'credentials', index]),
      ),
    ),
  ];
}

function misplacedKey(source: CredentialSource, path: readonly (string | number)[], env = 'env'): readonly Problem[] {
  if ('env' in source && (couldBeKey(source.env) || /[\s=:]/.test(source.env))) {
    const text = 'is not the name of a variable. If it is a key or a password, rotate it.';
    return [{ path: [...path, env], text }];
  }
  const text = 'looks like a key. Write { "key": "…" } for a key itself, and ./ before a file in this folder.';
  if ('file' in source && couldBeKey(source.file)) return [{ path: [...path, 'file'], text }];
  const { account } = source;
  return account !== undefined && holdsKey(account) ? [{ path: [...path, 'account'], text }] : [];
}

function checkRules({ approval = {} }: Config, ruleProblem: RuleProblem): readonly Problem[] {
  return (['allow', 'ask', 'deny'] as const).flatMap((verdict) =>
    (approval[verdict] ?? []).flatMap((rule, index) => {
      const text = ruleProblem(rule);
      return text === undefined ? [] : [{ path: ['approval', verdict, index], text }];
    }),
  );
}

/** A project is shared: everyone with access to it can read its files. */
function checkSecrets({ profiles = {}, providers = {}, mcp = {} }: Config): readonly Problem[] {
  return [
    ...Object.entries(profiles).flatMap(([name, source]) => secretIn(source, ['profiles', name])),
    ...Object.entries(providers).flatMap(([name, { credentials = [], headers = {} }]) => [
      ...credentials.flatMap((source, index) =>
        typeof source === 'string' ? [] : secretIn(source, ['providers', name, 'credentials', index]),
      ),
      ...secretHeaders(headers, ['providers', name, 'headers'], 'Remove it, rotate it, and use credentials'),
    ]),
    ...Object.entries(mcp).flatMap(([name, server]) =>
      'url' in server
        ? [
            ...secretHeaders(
              server.headers ?? {},
              ['mcp', name, 'headers'],
              'Rotate it, and move the server to your own file',
            ),
            ...secretClient(server.oauth, ['mcp', name, 'oauth', 'clientSecret']),
          ]
        : [],
    ),
  ];
}

function secretClient(oauth: { readonly clientSecret?: string } = {}, path: readonly string[]): readonly Problem[] {
  if (oauth.clientSecret === undefined) return [];
  const text = 'a secret is in a project file. Rotate it, and move the server to your own file.';
  return [{ path, text }];
}

function secretIn(source: object, path: readonly (string | number)[]): readonly Problem[] {
  const kind = (['key', 'token'] as const).find((each) => each in source);
  if (kind === undefined) return [];
  const text = 'a secret is in a project file. Remove it, rotate it, and name a variable: { "env": "NAME" }.';
  return [{ path: [...path, kind], text }];
}

/** A header that authenticates by its name, or whose value looks like a key. */
function secretHeaders(
  headers: Readonly<Record<string, string>>,
  path: readonly string[],
  fix: string,
): readonly Problem[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    secretName.test(name) || secretValue.test(value) || holdsKey(value)
      ? [{ path: [...path, name], text: `a secret is in a project file. ${fix}.` }]
      : [],
  );
}

const secretName = /auth|cookie|secret|passw|credential|signature|(?:^|[-_])(?:api-?)?(?:key|token)$/i;
const secretValue = /^\s*(?:bearer|basic|token)\s+\S/i;
