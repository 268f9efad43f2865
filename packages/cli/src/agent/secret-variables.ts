/** Variables that hold secrets because the configuration says so, whatever they are called. */
import type { Config } from '../config/config.ts';
import { credentialSources } from '../config/credential-sources.ts';

export function secretVariables(config: Config): readonly string[] {
  const named = credentialSources(config).flatMap((source) => ('env' in source ? [source.env] : []));
  const { postgresEnv } = config.sessions ?? {};
  // The address of a database has its password in it.
  return [...new Set([...named, ...(postgresEnv === undefined ? [] : [postgresEnv])])];
}
