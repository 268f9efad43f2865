/** Google's generateContent, on any host: AI Studio with Claude behind it, or Vertex. */
import type { Api, ApiFault, ApiRequest, ApiResponse, KnownRule, Outcome, Violation } from '../api/api.ts';
import { findKey } from '../api/find-key.ts';
import { arrayOf, isObject, type JsonObject, objectOf } from '../api/json.ts';
import { isDeeperThan } from '../api/nesting.ts';
import type { World } from '../api/world.ts';
import { writeAnswer } from './answer.ts';
import { readContents } from './contents.ts';
import { badKey, eventOf, fail, refuse } from './errors.ts';
import { judge, violationOf } from './judge.ts';
import { findModel, type GeminiModel, models } from './models.ts';
import { type ParsedMessage, parseMessage } from './proto.ts';
import { type Route, routeOf } from './route.ts';
import { rules } from './rules.ts';
import { seenOf, showsThoughts } from './seen.ts';
import { countRequest } from './tokens.ts';

export interface GeminiProfile {
  readonly name: string;
  readonly rules: readonly KnownRule[];
  readonly models: readonly GeminiModel[];
  /** The route, and whether access is allowed: each server checks model and key itself. */
  pass(request: ApiRequest, world: World): Route | Outcome | Violation;
  unknownModel(route: Route, request: ApiRequest): Violation;
  fail(fault: ApiFault, world: World): ApiResponse;
}

export function createGeminiApi(profile: GeminiProfile): Api {
  return {
    name: profile.name,
    rules: profile.rules,
    handle: (request, world) => {
      const route = profile.pass(request, world);
      const outcome = 'method' in route ? follow(profile, route, request, world) : route;
      const streams = /:streamGenerateContent$/.test(request.path);
      return 'kind' in outcome ? outcome : { kind: 'refused', violation: outcome, response: refuse(outcome, streams) };
    },
    fail: profile.fail,
    failInside: (fault, world) => eventOf(profile.fail(fault, world)),
  };
}

export const gemini: Api = createGeminiApi({
  name: 'gemini',
  rules,
  models,
  pass: passStudio,
  unknownModel: ({ kind, model }) => {
    const what = kind === 'model' ? '' : `, or is not supported for ${kind}`;
    return gate(
      'model',
      404,
      `models/${model} is not found for API version v1beta${what}. Call ListModels to see the list of available models and their supported methods.`,
    );
  },
  fail,
});

function passStudio(request: ApiRequest, world: World): Route | Violation {
  const route = routeOf(request);
  if (!route || request.method !== route.method) return gate(route ? 'method' : 'route', 404, 'Method not found.');
  const key = findKey(request);
  if (key === undefined || key === '') {
    return gate(
      'no-key',
      403,
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    );
  }
  // The server assigns an account to every key it knows.
  return world.account === '' ? gate('bad-key', 400, badKey) : route;
}

function follow(profile: GeminiProfile, route: Route, request: ApiRequest, world: World): Outcome | Violation {
  if (route.kind === 'models') return served({ models: profile.models.map(describe) });
  const model = findModel(profile.models, route.model);
  if (!model) return profile.unknownModel(route, request);
  return route.kind === 'model' ? served(describe(model)) : passBody(route, request, model, world);
}

/** Google's parser refuses deeper values. */
const deepest = 100;

function passBody(route: Route, request: ApiRequest, model: GeminiModel, world: World): Outcome | Violation {
  const { raw } = request;
  // An empty body is an empty message.
  const body = raw.trim() === '' && request.body === undefined ? {} : request.body;
  if (body === undefined)
    return gate('json', 400, `Invalid JSON payload received. Unexpected token.\n${firstLine(raw)}\n^`);
  if (!isObject(body)) {
    return gate('json', 400, 'Invalid JSON payload received. Unknown name "": Root element must be a message.');
  }
  if (isDeeperThan(body, deepest))
    return gate('json', 400, 'Invalid JSON payload received. Message too deep. Max recursion depth reached.');
  const name = route.kind === 'countTokens' ? 'CountTokensRequest' : 'GenerateContentRequest';
  const parsed = parseMessage(name, body, model.route === 'vertex');
  if (parsed.problem) return violationOf(parsed.problem);
  return route.kind === 'countTokens' ? countTokens(parsed.value) : ask(route, parsed, model, world);
}

function ask(route: Route, parsed: ParsedMessage, model: GeminiModel, world: World): Outcome | Violation {
  const request = parsed.value;
  const asked = { model, request, contents: readContents(request['contents']), world };
  const { violation, warnings } = judge(asked);
  if (violation) return violation;
  const stream = route.kind === 'streamGenerateContent';
  const seen = seenOf(asked);
  return {
    kind: 'asked',
    model: model.id,
    stream,
    seen,
    warnings,
    answer: (answer) =>
      writeAnswer(answer, {
        model,
        world,
        promptTokens: countRequest(request),
        thinks: seen.thinks,
        showsThoughts: showsThoughts(request),
        searches: searchesIn(request),
        form: stream ? (route.sse ? 'events' : 'list') : 'whole',
      }),
  };
}

/** GEM-026: tools that Google ran itself are reported only if requested. */
function searchesIn(request: JsonObject): boolean {
  const isAsked = objectOf(request['toolConfig'])['includeServerSideToolInvocations'] === true;
  return isAsked && arrayOf(request['tools']).some((tool) => isObject(objectOf(tool)['googleSearch']));
}

function countTokens(request: JsonObject): Outcome | Violation {
  const inner = request['generateContentRequest'];
  const counted = isObject(inner) ? inner : request;
  if (readContents(counted['contents']).length === 0) {
    const message = '* CountTokensRequest.contents: contents is not specified\n';
    return violationOf({ rule: 'GEM-007', message, path: 'contents' });
  }
  const totalTokens = countRequest(objectOf(counted));
  return served({ totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] });
}

function describe({ id, window, output }: GeminiModel): JsonObject {
  return {
    name: `models/${id}`,
    version: '001',
    displayName: id,
    inputTokenLimit: window,
    outputTokenLimit: output,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  };
}

function served(body: JsonObject): Outcome {
  const response: ApiResponse = {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify(body, null, 2),
  };
  return { kind: 'served', response };
}

function gate(kind: string, status: number, message: string): Violation {
  return { rule: `gate-${kind}`, status, message, path: '' };
}

function firstLine(raw: string): string {
  return raw.split('\n')[0]?.slice(0, 80) ?? '';
}
