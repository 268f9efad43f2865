/** Chat Completions at Azure OpenAI: OpenAI's validators behind deployments, versions and a content filter (AZR-…). */
import type { Api, ApiRequest, ApiResponse, KnownRule, Outcome, Violation } from '../api/api.ts';
import { arrayOf, isObject, type JsonObject } from '../api/json.ts';
import { enforced } from '../api/known-rule.ts';
import type { World } from '../api/world.ts';
import { createChatApi } from '../chat/create-chat-api.ts';
import { errorEvent } from '../chat/openai-error.ts';
import type { ChatModel, ChatProfile } from '../chat/profile.ts';
import { generationOf, isReasoning } from '../chat/profiles/openai/generations.ts';
import { judgeOpenai, openaiModels, openaiProfile, openaiRules } from '../chat/profiles/openai.ts';
import { filteredPrompt, withFilterResults } from './content-filter.ts';
import { createFail } from './failures.ts';
import { checkAge, deploymentNotFound, gateResponse, passAzure, refusal } from './gate.ts';

/** Deployments are named after their models here. Three are Foundry models, not OpenAI's. */
const models: readonly ChatModel[] = [
  ...openaiModels,
  { id: 'Mistral-Large-2411', window: 128_000 },
  { id: 'grok-4', window: 256_000 },
  { id: 'grok-4-fast', window: 256_000 },
];

/** Deployed, but only for Responses (AZR-012). */
const withoutChat: readonly string[] = ['gpt-5.3-codex'];

const rules: readonly KnownRule[] = [
  ...openaiRules.filter(({ id }) => !['OAC-022', 'OAC-023', 'OAC-033'].includes(id)),
  enforced('OAC-006', 'string too long. Expected a string with maximum length 1024'),
  enforced('AZR-001', 'Unrecognized request argument supplied:'),
  enforced('AZR-002'),
  enforced('AZR-004', "triggering Azure OpenAI's content management policy."),
  enforced('AZR-005', 'The API deployment for this resource does not exist.'),
  enforced('AZR-006', 'Resource not found'),
  enforced('AZR-007', 'Access denied due to invalid subscription key or wrong API endpoint.'),
  enforced('AZR-010', 'is enabled only for api versions 2024-12-01-preview and later'),
  enforced('AZR-013', "Invalid Value: 'file'. This model does not support file content types."),
  enforced('AZR-012', 'The chatCompletion operation does not work with the specified model'),
];

const fail = createFail('ChatCompletions_Create');

const profile: ChatProfile = {
  ...openaiProfile,
  name: 'azure-chat',
  models,
  rules,
  judge: (body) => judgeOpenai(body, models, true),
  fail,
  failInside: (fault, world) => errorEvent(fail(fault, world)),
  behaviour: {
    refuseAnswer: ({ stop, parts }) => (stop === 'filtered' && parts.length === 0 ? filteredPrompt : undefined),
    envelope: () => ({ system_fingerprint: 'fp_50cad350e4' }),
  },
};

export function createAzureChat(): Api {
  const chat = createChatApi(profile);
  return { ...chat, handle: (request, world) => handle(chat, request, world) };
}

function handle(chat: Api, request: ApiRequest, world: World): Outcome {
  const way = passAzure(request, world, ['chat/completions']);
  if ('rule' in way) return refused(way);
  if (way.kind === 'models') return chat.handle(inner(request, '/v1/models', undefined), world);
  const { deployment, body } = way;
  const violation =
    checkDeployment(deployment) ?? checkAge(request, isReasoning(generationOf(deployment))) ?? checkNames(body);
  if (violation) return refused(violation);
  const breach = checkMistral(deployment, body) ?? checkFiles(body);
  if (breach) return { kind: 'refused', violation: breach, response: profile.refuse(breach, world) };
  const outcome = chat.handle(inner(request, '/v1/chat/completions', { ...body, model: deployment }), world);
  if (outcome.kind !== 'asked') return outcome;
  return { ...outcome, answer: (said): ApiResponse => withFilterResults(outcome.answer(said)) };
}

function refused(violation: Violation): Outcome {
  return { kind: 'refused', violation, response: gateResponse(violation) };
}

function inner(request: ApiRequest, path: string, body: JsonObject | undefined): ApiRequest {
  return { ...request, path, query: new URLSearchParams(), headers: { authorization: 'Bearer passed' }, body };
}

function checkDeployment(deployment: string): Violation | undefined {
  if (withoutChat.includes(deployment)) {
    const message = `The chatCompletion operation does not work with the specified model, ${deployment}. Please choose different model and try again. You can learn more about which models can be used with each operation here: https://go.microsoft.com/fwlink/?linkid=2197993.`;
    return refusal('AZR-012', 400, 'OperationNotSupported', message);
  }
  return models.some(({ id }) => id === deployment) ? undefined : deploymentNotFound();
}

const known: readonly string[] = [
  ...['model', 'messages', 'audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'logprobs'],
  ...['max_completion_tokens', 'max_tokens', 'metadata', 'modalities', 'n', 'parallel_tool_calls', 'prediction'],
  ...['presence_penalty', 'prompt_cache_key', 'prompt_cache_retention', 'reasoning_effort', 'response_format'],
  ...['safety_identifier', 'seed', 'service_tier', 'stop', 'store', 'stream', 'stream_options', 'temperature'],
  ...['tool_choice', 'tools', 'top_logprobs', 'top_p', 'user', 'verbosity', 'web_search_options'],
  ...['data_sources', 'user_security_context'],
];

/** AZR-001: whatever the version, a parameter is either known or not. */
function checkNames(body: JsonObject): Violation | undefined {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  return {
    ...refusal('AZR-001', 400, 'BadRequest', `Unrecognized request argument supplied: ${unknown}`),
    path: unknown,
  };
}

/** AZR-013: PDFs are for Responses. */
function checkFiles(body: JsonObject): Violation | undefined {
  for (const [message, { content }] of arrayOf(body['messages']).filter(isObject).entries()) {
    const part = arrayOf(content).findIndex((each) => isObject(each) && each['type'] === 'file');
    if (part < 0) continue;
    const text = "Invalid Value: 'file'. This model does not support file content types.";
    const path = `messages[${message}].content[${part}].type`;
    return { rule: 'AZR-013', status: 400, message: text, path, code: 'invalid_value' };
  }
  return undefined;
}

function checkMistral(deployment: string, body: JsonObject): Violation | undefined {
  if (!deployment.startsWith('Mistral') || body['max_completion_tokens'] === undefined) return undefined;
  const path = 'max_completion_tokens';
  return { rule: 'AZR-002', status: 422, message: 'Extra inputs are not permitted', path, code: 'extra_forbidden' };
}
