/** Authentication at Vertex: any OAuth access token; API keys only without a project (VTX-002). */
import type { ApiRequest, Violation } from '../api/api.ts';
import { findKey } from '../api/find-key.ts';
import type { World } from '../api/world.ts';

/** An API key is not accepted where a token is required. */
export function identify(request: ApiRequest, keys: readonly string[]): string | undefined {
  const given = bearerOf(request) ?? (namesProject(request) ? undefined : findKey(request));
  return keys.find((key) => key === given);
}

export function checkToken(request: ApiRequest, world: World): Violation | undefined {
  if (world.account !== '') return undefined;
  if (bearerOf(request) !== undefined) return denied(`Request had invalid authentication credentials. ${expected}`);
  if (findKey(request) === undefined)
    return denied(`Request is missing required authentication credential. ${expected}`);
  return denied(
    'API keys are not supported by this API. Expected OAuth2 access token or other authentication credentials that assert a principal. See https://cloud.google.com/docs/authentication',
  );
}

const expected =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.';

function denied(message: string): Violation {
  return { rule: 'VTX-002', status: 401, message, path: 'authorization' };
}

function bearerOf({ headers }: ApiRequest): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(headers['authorization'] ?? '')?.[1];
}

function namesProject({ path }: ApiRequest): boolean {
  return /^\/v1(?:beta1)?\/projects\//.test(path);
}
