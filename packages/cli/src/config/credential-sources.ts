/** Every source of a key in the configuration, used or not. */
import type { CredentialSource } from '@interlock/runtime';
import type { Config } from './config.ts';

export function credentialSources({ profiles = {}, providers = {} }: Config): readonly CredentialSource[] {
  const named = Object.values(providers).flatMap(({ credentials = [] }) => credentials);
  // The others are names of profiles.
  const own = named.filter((source): source is CredentialSource => typeof source !== 'string');
  return [...Object.values(profiles), ...own];
}
