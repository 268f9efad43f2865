/** Everything checked before the rules: route, method, key, JSON, model, and the types of values. */

import type { ApiRequest, Violation } from '../api/api.ts';
import { decodePath } from '../api/decode-path.ts';
import { firstIn } from '../api/first-found.ts';
import { isObject, type JsonObject, textOf } from '../api/json.ts';
import { maskKey } from '../api/mask-key.ts';
import { isDeeperThan } from '../api/nesting.ts';
import type { World } from '../api/world.ts';
import type { Gate, GateWords } from './behaviour.ts';
import { findShape } from './checks/shape.ts';
import type { ChatProfile } from './profile.ts';

export type Passed =
  | { readonly kind: 'models' }
  | { readonly kind: 'model'; readonly id: string }
  | { readonly kind: 'chat'; readonly body: JsonObject; readonly model: string };

/** The route of a request, or why it is refused. */
export function passGate(profile: ChatProfile, request: ApiRequest, world: World): Passed | Violation {
  const refuse = (gate: Gate): Violation => gateViolation(profile, gate);
  const { method, path } = request;
  const route = routeOf(profile, path);
  if (!route) return refuse({ kind: 'route', method, path });
  if (method !== (route.kind === 'chat' ? 'POST' : 'GET')) return refuse({ kind: 'method', method, path });
  const key = keyOf(request);
  if (key === '' && profile.behaviour?.keyless !== true) return refuse({ kind: 'no-key' });
  // The server assigns an account to every key it knows.
  if (world.account === '') return refuse({ kind: 'bad-key', key });
  if (route.kind === 'models') return { kind: 'models' };
  if (route.kind === 'model') {
    return isServed(profile, route.id) ? { kind: 'model', id: route.id } : refuse({ kind: 'model', model: route.id });
  }
  return passBody(profile, request);
}

function passBody(profile: ChatProfile, request: ApiRequest): Passed | Violation {
  const refuse = (gate: Gate): Violation => gateViolation(profile, gate);
  const { body, raw } = request;
  // Real parsers do not go that deep either.
  if (!isObject(body) || isDeeperThan(body, 1000)) return refuse({ kind: 'json', raw });
  const model = textOf(body['model']);
  if (model === '') return refuse({ kind: 'no-model' });
  if (!isServed(profile, model)) return refuse({ kind: 'model', model });
  const shape = findShape(body);
  return shape ? refuse({ kind: 'shape', ...shape }) : { kind: 'chat', body, model };
}

/** A snapshot is named after its model and a date: `gpt-4o-2024-08-06`. */
function isServed({ models }: ChatProfile, id: string): boolean {
  const undated = id.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  return models.some((model) => model.id === id || model.id === undated);
}

type Route = { readonly kind: 'chat' | 'models' } | { readonly kind: 'model'; readonly id: string };

function routeOf({ basePaths }: ChatProfile, path: string): Route | undefined {
  return firstIn(basePaths, (basePath): Route | undefined => {
    if (path === `${basePath}/chat/completions`) return { kind: 'chat' };
    if (path === `${basePath}/models`) return { kind: 'models' };
    const prefix = `${basePath}/models/`;
    return path.startsWith(prefix) ? { kind: 'model', id: decodePath(path.slice(prefix.length)) } : undefined;
  });
}

/** Azure accepts `api-key` as well. */
function keyOf(request: ApiRequest): string {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers['authorization'] ?? '');
  return bearer?.[1] ?? request.headers['api-key'] ?? '';
}

function gateViolation(profile: ChatProfile, gate: Gate): Violation {
  const words = profile.behaviour?.gate?.(gate) ?? openaiWords(gate);
  return {
    rule: words.rule ?? `gate-${gate.kind}`,
    status: words.status,
    message: words.message,
    path: gate.kind === 'shape' ? gate.path : gate.kind === 'model' || gate.kind === 'no-model' ? 'model' : '',
    ...(words.code === undefined ? {} : { code: words.code }),
  };
}

function openaiWords(gate: Gate): GateWords {
  switch (gate.kind) {
    case 'route':
      return { status: 404, message: `Invalid URL (${gate.method} ${gate.path})` };
    case 'method':
      return {
        status: 405,
        message: `Not allowed to ${gate.method} on ${gate.path}. (HINT: Perhaps you meant to use a different HTTP method?)`,
        code: 'method_not_supported',
      };
    case 'no-key':
      return {
        status: 401,
        message:
          "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      };
    case 'bad-key':
      return {
        status: 401,
        message: `Incorrect API key provided: ${maskKey(gate.key)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
        code: 'invalid_api_key',
      };
    case 'json':
      return {
        status: 400,
        message:
          "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)",
      };
    case 'no-model':
      return { status: 400, message: 'you must provide a model parameter' };
    case 'model':
      return {
        status: 404,
        message: `The model \`${gate.model}\` does not exist or you do not have access to it.`,
        code: 'model_not_found',
      };
    case 'shape':
      return shapeWords(gate);
  }
}

function shapeWords(gate: Gate & { readonly kind: 'shape' }): GateWords {
  const { path, expected, got } = gate;
  if (gate.problem === 'missing') {
    return { status: 400, message: `Missing required parameter: '${path}'.`, code: 'missing_required_parameter' };
  }
  if (gate.problem === 'empty') {
    return {
      status: 400,
      message: `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      code: 'empty_array',
    };
  }
  return {
    status: 400,
    message: `Invalid type for '${path}': expected ${expected}, but got ${got} instead.`,
    code: 'invalid_type',
  };
}
