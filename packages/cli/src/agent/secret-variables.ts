/** Secrets that the configuration and the environment hold: which variables have them, and their values. */
import type { Config, UsedConfig } from '../config/config.ts';
import { credentialSources } from '../config/credential-sources.ts';
import type { Io } from '../io/io.ts';

/** Variables that hold secrets because the configuration or a custom provider says so, whatever they are called. */
export function secretVariables(config: UsedConfig): readonly string[] {
  const named = credentialSources(config).flatMap((source) => ('env' in source ? [source.env] : []));
  const databases = [config.sessions?.postgresEnv, config.gateway?.postgresEnv].filter((name) => name !== undefined);
  const keys = (config.ownProviders ?? []).flatMap(({ keyEnv }) => keyEnv);
  // The URL of a database contains its password.
  return [...new Set([...named, ...keys, ...databases])];
}

/** Shorter values are settings, which may occur in a text by chance. */
const shortest = 8;

/** The keys themselves. */
export async function secretValues(env: Io['env'], config: Config): Promise<readonly string[]> {
  const { cleanEnvironment } = await import('@interlock/runtime');
  const clean = cleanEnvironment(env, secretVariables(config));
  const dropped = Object.entries(env).flatMap(([name, value]) => (Object.hasOwn(clean, name) ? [] : [value ?? '']));
  return [...dropped, ...writtenKeys(config)].filter((value) => value.length >= shortest);
}

function writtenKeys(config: Config): readonly string[] {
  return credentialSources(config).flatMap((source) => {
    if ('key' in source) return [source.key];
    return 'token' in source ? [source.token] : [];
  });
}
