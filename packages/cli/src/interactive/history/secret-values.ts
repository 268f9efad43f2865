/** The keys that the environment and the configuration hold. */
import { secretVariables } from '../../agent/secret-variables.ts';
import type { Config } from '../../config/config.ts';
import { credentialSources } from '../../config/credential-sources.ts';
import type { Io } from '../../io/io.ts';

/** Shorter values are settings, which a text may hold by chance. */
const shortest = 8;

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
