/** Notes every credential that is used, so that it can be removed from recorded bodies. */
import type { Credential, Credentials } from '@interlock/runtime';

/** Tokens that are renewed every hour add up; the oldest are no longer valid. */
const mostSecrets = 500;

export function notedCredentials(credentials: Credentials, secrets: Set<string>): Credentials {
  const noted = (credential: Credential): Credential => {
    if ('key' in credential) secrets.add(credential.key);
    const [oldest] = secrets;
    if (secrets.size > mostSecrets && oldest !== undefined) secrets.delete(oldest);
    return credential;
  };
  return {
    get: async (source) => noted(await credentials.get(source)),
    renew: async (source, refused) => noted(await credentials.renew(source, refused)),
    refuse: (source, key) => credentials.refuse(source, key),
  };
}
