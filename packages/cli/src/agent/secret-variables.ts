/** Variables that hold secrets because the configuration says so, whatever they are called. */
import type { CredentialSource } from '@interlock/runtime';
import type { Config } from '../config/config.ts';

export function secretVariables({ profiles = {}, providers = {}, sessions = {} }: Config): readonly string[] {
  const sources = [
    ...Object.values(profiles),
    ...Object.values(providers).flatMap(({ credentials = [] }) => credentials),
  ].filter((source): source is CredentialSource => typeof source !== 'string');
  const named = sources.flatMap((source) => ('env' in source ? [source.env] : []));
  // The address of a database has its password in it.
  return [...new Set([...named, ...(sessions.postgresEnv === undefined ? [] : [sessions.postgresEnv])])];
}
