/** Secrets in the configuration and the environment: the variables that hold them, and their values. */
import type { Config, UsedConfig } from '../config/config.ts';
import { credentialSources } from '../config/credential-sources.ts';
import type { Io } from '../io/io.ts';

/** Variables that the configuration or a custom provider uses for secrets. Their names may not look like it. */
export function secretVariables(config: UsedConfig): readonly string[] {
  const named = credentialSources(config).flatMap((source) => ('env' in source ? [source.env] : []));
  const databases = [config.sessions?.postgresEnv, config.gateway?.postgresEnv].filter((name) => name !== undefined);
  const keys = (config.ownProviders ?? []).flatMap(({ keyEnv }) => keyEnv);
  // The URL of a database contains its password.
  return [...new Set([...named, ...keys, ...databases])];
}

/** Shorter values are settings, which may occur in a text by chance. */
const minLength = 8;

/** The secret values themselves, to find them in a text. */
export async function secretValues(env: Io['env'], config: Config): Promise<readonly string[]> {
  const { cleanEnvironment } = await import('@interlock/runtime');
  const clean = cleanEnvironment(env, secretVariables(config));
  const dropped = Object.entries(env).flatMap(([name, value]) => (Object.hasOwn(clean, name) ? [] : [value ?? '']));
  return [...dropped, ...configuredKeys(config)].filter((value) => value.length >= minLength);
}

function configuredKeys(config: Config): readonly string[] {
  return credentialSources(config).flatMap((source) => {
    if ('key' in source) return [source.key];
    return 'token' in source ? [source.token] : [];
  });
}
