/** Claude on Vertex: Anthropic's Messages behind rawPredict (VTX-001, VTX-002, VTX-006 … VTX-016). */
import { createMessagesApi } from '../anthropic/create-messages-api.ts';
import { failInside, fail as failOfAnthropic } from '../anthropic/errors.ts';
import { betasIn, hostedRequest } from '../anthropic/hosted-request.ts';
import { newId } from '../anthropic/ids.ts';
import { judge } from '../anthropic/judge.ts';
import type { MessagesProfile } from '../anthropic/messages-profile.ts';
import { claudes, findClaude, hostedOn } from '../anthropic/models.ts';
import { rules as messagesRules } from '../anthropic/rules.ts';
import type { Api, ApiFault, ApiRequest, ApiResponse, KnownRule, Outcome, Violation } from '../api/api.ts';
import { decodePath } from '../api/decode-path.ts';
import { isObject, type JsonObject, textOf } from '../api/json.ts';
import { jsonResponse } from '../api/json-response.ts';
import { enforced } from '../api/known-rule.ts';
import type { World } from '../api/world.ts';
import { errorResponse, statusOf } from '../gemini/errors.ts';
import { checkToken, identify } from './access.ts';
import { failWith } from './failures.ts';
import { notFound } from './gemini.ts';

const version = 'vertex-2023-10-16';

const rules: readonly KnownRule[] = [
  ...messagesRules.filter(({ id }) => !id.startsWith('BDR-')),
  enforced('VTX-001', 'was not found or your project does not have access to it.'),
  enforced('VTX-002', 'API keys are not supported by this API.'),
  enforced('VTX-006', 'anthropic_version: Field required'),
  enforced('VTX-007', 'model: Extra inputs are not permitted'),
  enforced('VTX-011'),
  enforced('VTX-013', "found using 'type' does not match any of the expected tags: "),
  enforced('VTX-014', ': Extra inputs are not permitted'),
  enforced('VTX-015', ': Extra inputs are not permitted'),
  enforced('VTX-016', 'Unexpected value(s) '),
];

const profile: MessagesProfile = {
  name: 'vertex-claude',
  root: '/v1',
  counts: true,
  models: claudes,
  rules,
  findModel: find,
  judge,
  reword: (violation) => violation,
  refuse,
  headers: requestId,
  fail,
  failInside,
};

/** `claude-sonnet-4-5@20250929` is `claude-sonnet-4-5`. */
function find(name: string): ReturnType<typeof findClaude> {
  const claude = name.startsWith('claude-') ? findClaude(name.replace(/@(\d{8}|default|latest)$/, '')) : undefined;
  return claude && hostedOn(claude, 'vertex');
}

function requestId(world: World): Readonly<Record<string, string>> {
  return { 'request-id': newId('req_vrtx_011C', world) };
}

/** Errors of Claude's own validators have Anthropic's format (VTX-011), those of Vertex Google's. */
function refuse({ rule, status, message, code }: Violation, world: World): ApiResponse {
  if (rule === 'VTX-001' || rule === 'VTX-002' || rule === 'gate-route') {
    return errorResponse(statusOf(status, message), false);
  }
  const headers = requestId(world);
  const error = { type: code ?? 'invalid_request_error', message };
  return jsonResponse(status, { type: 'error', error, request_id: headers['request-id'] }, headers);
}

function fail(fault: ApiFault, world: World): ApiResponse {
  const { kind, hint, retryAfterMs } = fault;
  switch (kind) {
    case 'rate-limit':
    case 'quota': {
      const message =
        'Quota exceeded for aiplatform.googleapis.com/online_prediction_input_tokens_per_minute_per_base_model with base model: anthropic-claude-opus-4. Please submit a quota increase request.';
      return failWith(429, message, hint, retryAfterMs, world);
    }
    case 'unavailable':
      return failWith(503, 'The service is currently unavailable.', hint, retryAfterMs, world);
    case 'auth':
      return failWith(401, 'Request had invalid authentication credentials.', 'none', undefined, world);
    default:
      return failOfAnthropic(fault, world);
  }
}

export function createVertexClaude(): Api {
  const messages = createMessagesApi(profile);
  return {
    name: profile.name,
    rules,
    identify,
    handle: (request, world) => {
      const outcome = pass(messages, request, world);
      return 'kind' in outcome ? outcome : { kind: 'refused', violation: outcome, response: refuse(outcome, world) };
    },
    fail,
    failInside,
  };
}

const root =
  /^\/v1(?:beta1)?\/(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/anthropic\/models(?:\/([^/:]+):(\w+))?$/;

function pass(messages: Api, request: ApiRequest, world: World): Outcome | Violation {
  const [matched, model = '', verb = ''] = root.exec(decodePath(request.path)) ?? [];
  const isList = matched !== undefined && verb === '' && request.method === 'GET';
  const predicts = (verb === 'rawPredict' || verb === 'streamRawPredict') && request.method === 'POST';
  if (!isList && !predicts) return { rule: 'gate-route', status: 404, message: 'Not Found', path: '' };
  const denied = checkToken(request, world);
  if (denied) return denied;
  if (isList) {
    const publisherModels = claudes.map(({ id }) => ({ name: `publishers/anthropic/models/${id}` }));
    return { kind: 'served', response: jsonResponse(200, { publisherModels }) };
  }
  return predict(messages, request, world, model, verb === 'streamRawPredict');
}

function predict(
  messages: Api,
  request: ApiRequest,
  world: World,
  model: string,
  streams: boolean,
): Outcome | Violation {
  const { body } = request;
  if (!isObject(body)) return wrong('bad-json', '', 'The request body is not valid JSON');
  // VTX-012: the one place where the body names the model.
  const counts = model === 'count-tokens';
  const wanted = counts ? textOf(body['model']) : model;
  if (!find(wanted)) return notFound(request, `publishers/anthropic/models/${wanted}`);
  if (!counts && body['model'] !== undefined) return wrong('VTX-007', 'model', 'model: Extra inputs are not permitted');
  const found = checkVersion(body);
  if (found) return found;
  const { anthropic_version: _, anthropic_beta: __, model: ___, stream, ...rest } = body;
  const betas = [...betasIn(body), ...(request.headers['anthropic-beta'] ?? '').split(',')];
  const hosted = { model: wanted, stream: streams && stream === true, body: rest, betas, counts };
  return messages.handle(hostedRequest(request, hosted), world);
}

function checkVersion(body: JsonObject): Violation | undefined {
  const given = body['anthropic_version'];
  if (given === version) return undefined;
  const problem = given === undefined || given === null ? 'Field required' : `Input should be '${version}'`;
  return wrong('VTX-006', 'anthropic_version', `anthropic_version: ${problem}`);
}

function wrong(rule: string, path: string, message: string): Violation {
  return { rule, status: 400, message, path, code: 'invalid_request_error' };
}
