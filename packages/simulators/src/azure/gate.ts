/** The entrance to an Azure OpenAI resource: path, API version, key, deployment (AZR-005 … AZR-008, AZR-010). */
import type { ApiRequest, ApiResponse, Violation } from '../api/api.ts';
import { decodePath } from '../api/decode-path.ts';
import { findKey } from '../api/find-key.ts';
import { isObject, type JsonObject, textOf } from '../api/json.ts';
import { jsonResponse } from '../api/json-response.ts';
import type { World } from '../api/world.ts';

export type AzureOperation =
  | { readonly kind: 'models' }
  | { readonly kind: 'call'; readonly operation: string; readonly deployment: string; readonly body: JsonObject };

interface Route {
  readonly method: 'GET' | 'POST';
  /** `chat/completions`, `responses`, `models`, with whatever follows. */
  readonly operation: string;
  readonly deployment?: string;
  /** Below `/openai/v1`, where no version is required. */
  readonly undated: boolean;
}

/** An operation is in `operations`, or begins with one of them and a slash. */
export function passAzure(
  request: ApiRequest,
  world: World,
  operations: readonly string[],
): AzureOperation | Violation {
  const route = routeOf(request.path, operations);
  if (!route || route.method !== request.method || !hasVersion(route, request)) return resourceNotFound();
  const denied = checkKey(request, world);
  if (denied) return denied;
  if (route.operation === 'models') return { kind: 'models' };
  const { operation } = route;
  // A stored response is requested without a body.
  const body = request.method === 'GET' ? {} : request.body;
  if (!isObject(body)) return refusal('gate-json', 400, 'BadRequest', 'The request body is not valid JSON.');
  return { kind: 'call', operation, deployment: route.deployment ?? textOf(body['model']), body };
}

function routeOf(path: string, operations: readonly string[]): Route | undefined {
  const [, version, rest = ''] = /^\/openai(\/v1)?\/(.+)$/.exec(path) ?? [];
  const undated = version !== undefined;
  if (rest === 'models') return { method: 'GET', operation: rest, undated };
  const [, deployment, below = rest] = (undated ? null : /^deployments\/([^/]+)\/(.+)$/.exec(rest)) ?? [];
  const isKnown = operations.some((each) => below === each || below.startsWith(`${each}/`));
  // Chat has its deployment in the path, Responses in the body.
  if (!isKnown || (below === 'chat/completions' && !undated && deployment === undefined)) return undefined;
  const stored = below.startsWith('responses/') && !below.endsWith('/input_tokens') && !below.endsWith('/compact');
  const named = deployment === undefined ? {} : { deployment: decodePath(deployment) };
  return { method: stored ? 'GET' : 'POST', operation: below, undated, ...named };
}

function hasVersion({ undated }: Route, { query }: ApiRequest): boolean {
  const version = query.get('api-version') ?? '';
  return undated ? ['', 'preview', 'latest', 'v1'].includes(version) : /^202\d-\d\d-\d\d(-preview)?$/.test(version);
}

/** The date of a request's API version; '9999' if it needs none. */
export function versionOf({ path, query }: ApiRequest): string {
  return path.startsWith('/openai/v1/') ? '9999' : (query.get('api-version') ?? '').slice(0, 10);
}

function checkKey(request: ApiRequest, world: World): Violation | undefined {
  if (findKey(request) !== undefined && world.account !== '') return undefined;
  return refusal(
    'AZR-007',
    401,
    '401',
    'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
  );
}

export function deploymentNotFound(): Violation {
  return refusal(
    'AZR-005',
    404,
    'DeploymentNotFound',
    'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
  );
}

function resourceNotFound(): Violation {
  return refusal('AZR-006', 404, '404', 'Resource not found');
}

/** AZR-010: the placeholder is Azure's own. */
export function checkAge(request: ApiRequest, reasons: boolean): Violation | undefined {
  if (!reasons || versionOf(request) >= '2024-12-01') return undefined;
  const message = 'Model {modelName} is enabled only for api versions 2024-12-01-preview and later';
  return refusal('AZR-010', 400, 'BadRequest', message);
}

export function refusal(rule: string, status: number, code: string, message: string): Violation {
  return { rule, status, message, path: '', code };
}

/** In the format of the gate, which is not OpenAI's: a code and a message. */
export function gateResponse({ status, code = String(status), message }: Violation): ApiResponse {
  return jsonResponse(status, { error: { code, message } });
}
