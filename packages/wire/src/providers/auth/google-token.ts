/**
 * Google Cloud's authentication: an access token. The target's key is one (a command may print it); without a key Google's own
 * library gets the token from the application default credentials.
 */
import type { GoogleAuth } from 'google-auth-library';
import { ConfigError } from '../../failure/errors.ts';
import { loadPeer } from '../../transport/load-peer.ts';
import type { HttpHeaders } from '../../transport/transport.ts';
import type { Credentialed, UnsignedRequest } from './authenticate.ts';

type Library = typeof import('google-auth-library');

const scope = 'https://www.googleapis.com/auth/cloud-platform';

export async function bringGoogleToken(_: UnsignedRequest, access: Credentialed): Promise<HttpHeaders> {
  const token = access.key ?? (await defaultToken(access));
  return { authorization: `Bearer ${token}` };
}

/** The library caches the token until it expires. */
async function defaultToken({ environment, keep }: Credentialed): Promise<string> {
  const keyFile = environment['GOOGLE_APPLICATION_CREDENTIALS']?.trim();
  const auth = await keep(`google-auth-library ${keyFile ?? ''}`, async (): Promise<GoogleAuth> => {
    const { GoogleAuth } = await loadPeer<Library>('google-auth-library', 'vertex');
    return new GoogleAuth({ scopes: scope, ...(keyFile ? { keyFile } : {}) });
  });
  const token = await auth.getAccessToken();
  if (token) return token;
  throw new ConfigError(
    'missing-credential',
    'There is no access token for Google Cloud.',
    'Run: gcloud auth application-default login, or give a command that prints one: gcloud auth print-access-token',
  );
}
