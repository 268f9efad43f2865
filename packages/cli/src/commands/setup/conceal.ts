/** A configuration that is safe to print: every possible secret is replaced by `…`. Unknown settings are left out. */
import type { CredentialSource } from '@interlock/runtime';
import type { McpServerConfig } from '@interlock/runtime/mcp';
import { containsKey } from '@interlock/wire';
import type { Config, ProviderConfig, UsedConfig } from '../../config/config.ts';

export const hidden = '…';

export function conceal({ ownProviders: _, ...config }: UsedConfig): Config {
  const { profiles, providers, mcp, gateway } = config;
  return {
    ...config,
    ...(profiles === undefined ? {} : { profiles: mapValues(profiles, concealSource) }),
    ...(providers === undefined ? {} : { providers: mapValues(providers, concealProvider) }),
    ...(mcp === undefined ? {} : { mcp: mapValues(mcp, concealServer) }),
    ...(gateway?.otlpEndpoint === undefined
      ? {}
      : { gateway: { ...gateway, otlpEndpoint: concealAddress(gateway.otlpEndpoint) } }),
  };
}

function concealProvider(provider: ProviderConfig): ProviderConfig {
  const { baseUrl, headers, credentials } = provider;
  return {
    ...provider,
    ...(baseUrl === undefined ? {} : { baseUrl: concealAddress(baseUrl) }),
    ...(headers === undefined ? {} : { headers: mapValues(headers, () => hidden) }),
    ...(credentials === undefined
      ? {}
      : { credentials: credentials.map((each) => (typeof each === 'string' ? each : concealSource(each))) }),
  };
}

/** A command may contain a secret; its name does not. */
function concealSource(source: CredentialSource): CredentialSource {
  if ('key' in source) return { ...source, key: hidden };
  if ('token' in source) return { ...source, token: hidden, refresh: hidden };
  return 'command' in source ? { ...source, command: firstWord(source.command) } : source;
}

function concealServer(server: McpServerConfig): McpServerConfig {
  if ('url' in server) {
    const { url, headers, oauth } = server;
    return {
      ...server,
      url: concealAddress(url),
      ...(headers === undefined ? {} : { headers: mapValues(headers, () => hidden) }),
      ...(oauth?.clientSecret === undefined ? {} : { oauth: { ...oauth, clientSecret: hidden } }),
    };
  }
  const { args, env } = server;
  return {
    ...server,
    ...(args === undefined ? {} : { args: args.map(() => hidden) }),
    ...(env === undefined ? {} : { env: mapValues(env, () => hidden) }),
  };
}

/** URLs may contain keys. What is not a valid URL is hidden completely. */
export function concealAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null) return /^[\w.-]+(:\d+)?$/.test(text) ? text : hidden;
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  const path = url.pathname.split('/').map((segment) => (containsKey(segment) ? hidden : segment));
  if (isPlain && !path.includes(hidden)) return text;
  return `${url.protocol}//${url.host}${path.join('/')}${isPlain ? '' : hidden}`;
}

/** Hidden where it may be something else, such as `KEY=x program` or a quoted text. */
function firstWord(command: string): string {
  const [word = '', ...more] = command.trim().split(/\s+/);
  if (!/^[\w.~/@+-]+$/.test(word) || containsKey(word)) return hidden;
  return more.length === 0 ? word : `${word} ${hidden}`;
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Readonly<Record<string, U>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
