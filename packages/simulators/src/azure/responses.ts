/** The Responses API at Azure OpenAI (AZR-003, AZR-005 … AZR-008). */
import type { Api, ApiRequest, KnownRule, Outcome, Violation } from '../api/api.ts';
import { enforced } from '../api/known-rule.ts';
import type { World } from '../api/world.ts';
import { createResponsesApi } from '../responses/index.ts';
import { models } from '../responses/models.ts';
import { openaiRules } from '../responses/rules.ts';
import { createFail } from './failures.ts';
import { deploymentNotFound, gateResponse, passAzure, refusal, versionOf } from './gate.ts';

const deployed = models.filter(({ maker }) => maker === 'openai' || maker === 'oss');

const rules: readonly KnownRule[] = [
  ...openaiRules,
  enforced('AZR-003', 'No tool output found for function call'),
  enforced('AZR-005', 'The API deployment for this resource does not exist.'),
  enforced('AZR-006', 'Resource not found'),
  enforced('AZR-007', 'Access denied due to invalid subscription key or wrong API endpoint.'),
  enforced('AZR-008', 'Azure OpenAI Responses API is enabled only for api-version 2025-03-01-preview and later'),
];

export function createAzureResponses(): Api {
  const responses = createResponsesApi({ name: 'azure-responses', rules, models: deployed, azure: true });
  return {
    ...responses,
    handle: (request, world) => handle(responses, request, world),
    fail: createFail('Responses_Create'),
  };
}

function handle(responses: Api, request: ApiRequest, world: World): Outcome {
  const way = passAzure(request, world, ['responses']);
  if ('rule' in way) return refused(way);
  const inner = (path: string): ApiRequest => ({ ...request, path, headers: { authorization: 'Bearer passed' } });
  if (way.kind === 'models') return responses.handle(inner('/v1/models'), world);
  if (versionOf(request) < '2025-03-01') {
    const message = 'Azure OpenAI Responses API is enabled only for api-version 2025-03-01-preview and later';
    return refused(refusal('AZR-008', 400, 'BadRequest', message));
  }
  const isKnown = request.method === 'GET' || deployed.some(({ id }) => id === way.deployment);
  if (!isKnown && way.deployment !== '') return refused(deploymentNotFound());
  return responses.handle(inner(`/v1/${way.operation}`), world);
}

function refused(violation: Violation): Outcome {
  return { kind: 'refused', violation, response: gateResponse(violation) };
}
