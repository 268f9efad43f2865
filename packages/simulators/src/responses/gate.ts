/** Everything checked before the rules: route, method, key, JSON, model. */

import type { ApiRequest, Violation } from '../api/api.ts';
import { decodePath } from '../api/decode-path.ts';
import { isObject, type JsonObject } from '../api/json.ts';
import { maskKey } from '../api/mask-key.ts';
import { isDeeperThan } from '../api/nesting.ts';
import type { World } from '../api/world.ts';
import { findModel, type ResponsesModel } from './models.ts';
import { missing, violation, wrongType } from './violations.ts';

export type Passed =
  | { readonly kind: 'models' }
  | { readonly kind: 'model'; readonly model: ResponsesModel }
  | { readonly kind: 'stored'; readonly id: string }
  | { readonly kind: 'create' | 'count' | 'compact'; readonly body: JsonObject; readonly model: ResponsesModel };

type Route =
  | { readonly kind: 'models' | 'create' | 'count' | 'compact' }
  | { readonly kind: 'model' | 'stored'; readonly id: string };

export function passGate(request: ApiRequest, world: World): Passed | Violation {
  const { method, path } = request;
  const route = routeOf(path);
  if (!route) return violation('gate-route', 404, `Invalid URL (${method} ${path})`, '');
  if (method !== (['create', 'count', 'compact'].includes(route.kind) ? 'POST' : 'GET')) {
    const message = `Not allowed to ${method} on ${path}. (HINT: Perhaps you meant to use a different HTTP method?)`;
    return violation('gate-method', 405, message, '', 'method_not_supported');
  }
  const barred = checkKey(request, world);
  if (barred) return barred;
  switch (route.kind) {
    case 'models':
      return { kind: 'models' };
    case 'model':
      return passModel(route.id);
    case 'stored':
      return { kind: 'stored', id: route.id };
    default:
      return passBody(route.kind, request.body);
  }
}

function routeOf(path: string): Route | undefined {
  const [root, version, resource, id, ...rest] = path.split('/');
  if (root !== '' || version !== 'v1' || rest.length > 0) return undefined;
  if (resource === 'models') return id === undefined ? { kind: 'models' } : { kind: 'model', id: decodePath(id) };
  if (resource !== 'responses' || id === '') return undefined;
  if (id === undefined) return { kind: 'create' };
  if (id === 'compact') return { kind: 'compact' };
  return id === 'input_tokens' ? { kind: 'count' } : { kind: 'stored', id: decodePath(id) };
}

function checkKey({ headers }: ApiRequest, world: World): Violation | undefined {
  const key = /^Bearer\s+(\S+)\s*$/i.exec(headers['authorization'] ?? '')?.[1];
  if (key === undefined) {
    const message =
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a username and password.";
    return violation('gate-key', 401, message, '');
  }
  // The server assigns an account to every key it knows.
  if (world.account !== '') return undefined;
  const message = `Incorrect API key provided: ${maskKey(key)}. You can find your API key at https://platform.openai.com/account/api-keys.`;
  return violation('gate-key', 401, message, '', 'invalid_api_key');
}

function passModel(id: string): Passed | Violation {
  const model = findModel(id);
  return model
    ? { kind: 'model', model }
    : violation('gate-model', 404, `The model '${id}' does not exist`, 'model', 'model_not_found');
}

/** Deeper values are not traversed. */
export const deepest = 255;

function passBody(kind: 'create' | 'count' | 'compact', body: unknown): Passed | Violation {
  if (!isObject(body) || isDeeperThan(body, deepest)) {
    const message =
      "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)";
    return violation('gate-json', 400, message, '');
  }
  const name = body['model'];
  if (name === undefined || name === null) return missing('model');
  if (typeof name !== 'string') return wrongType('model', 'a string', name);
  const model = findModel(name);
  return model
    ? { kind, body, model }
    : violation('gate-model', 400, `The requested model '${name}' does not exist.`, 'model', 'model_not_found');
}
