/** The route of a request to Bedrock: `/model/{id}/{operation}`, or the list of models. */
import type { ApiRequest, ApiResponse, Outcome, Violation } from '../api/api.ts';
import { jsonResponse } from '../api/json-response.ts';
import type { World } from '../api/world.ts';
import { checkAccess } from './access.ts';
import { exception, refuse, responseHeaders } from './exceptions.ts';
import { type NamedModel, readModelId } from './model-id.ts';

export interface Route {
  readonly operation: string;
  readonly model: NamedModel;
}

/** Checks the route, then the key, then the rest, for every operation. */
export function passRoutes(
  request: ApiRequest,
  world: World,
  operations: readonly string[],
  ids: readonly string[],
  answer: (route: Route) => Outcome | Violation,
): Outcome {
  const outcome = pass(request, world, operations, ids, answer);
  return 'kind' in outcome ? outcome : { kind: 'refused', violation: outcome, response: refuse(outcome, world) };
}

function pass(
  request: ApiRequest,
  world: World,
  operations: readonly string[],
  ids: readonly string[],
  answer: (route: Route) => Outcome | Violation,
): Outcome | Violation {
  const { method, path } = request;
  const isList = path === '/inference-profiles' || path === '/foundation-models';
  const [, segment = '', operation = ''] = /^\/model\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const isKnown = isList ? method === 'GET' : method === 'POST' && operations.includes(operation);
  if (!isKnown)
    return exception('gate-route', 'UnknownOperationException', 'The requested operation is unknown.', '', 404);
  const denied = checkAccess(request, world);
  if (denied) return denied;
  return isList
    ? { kind: 'served', response: list(path, ids, world) }
    : answer({ operation, model: readModelId(segment) });
}

function list(path: string, ids: readonly string[], world: World): ApiResponse {
  const body =
    path === '/foundation-models'
      ? {
          modelSummaries: ids.map((id) => ({ modelId: id.replace(/^us\./, ''), modelLifecycle: { status: 'ACTIVE' } })),
        }
      : { inferenceProfileSummaries: ids.map((id) => ({ inferenceProfileId: id, status: 'ACTIVE' })) };
  return jsonResponse(200, body, responseHeaders(world));
}
