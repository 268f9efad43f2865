/** Variables that hold secrets because the configuration or a custom provider says so, whatever they are called. */
import type { UsedConfig } from '../config/config.ts';
import { credentialSources } from '../config/credential-sources.ts';

export function secretVariables(config: UsedConfig): readonly string[] {
  const named = credentialSources(config).flatMap((source) => ('env' in source ? [source.env] : []));
  const databases = [config.sessions?.postgresEnv, config.gateway?.postgresEnv].filter((name) => name !== undefined);
  const keys = (config.ownProviders ?? []).flatMap(({ keyEnv }) => keyEnv);
  // The address of a database has its password in it.
  return [...new Set([...named, ...keys, ...databases])];
}
