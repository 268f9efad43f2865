/** OpenRouter: other providers behind one address. Their refusals come wrapped (ORT-001), their thinking signed (ORT-003). */

import type { ApiResponse, KnownRule, Violation } from '../../api/api.ts';
import { createFail } from '../../api/failure-table.ts';
import { firstOf } from '../../api/first-found.ts';
import { nextId } from '../../api/ids.ts';
import { isObject, type JsonObject, textOf } from '../../api/json.ts';
import { jsonResponse } from '../../api/json-response.ts';
import { enforced, warned } from '../../api/known-rule.ts';
import type { World } from '../../api/world.ts';
import type { Gate, GateWords } from '../behaviour.ts';
import { checkKnownRoles } from '../checks/contents.ts';
import { allViolations, breach, violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { findUnpaired } from '../checks/pairing.ts';
import { isForced } from '../checks/tool-choice.ts';
import { readMessages, readTools } from '../messages.ts';
import { errorEvent } from '../openai-error.ts';
import type { ChatModel, ChatProfile } from '../profile.ts';
import { findBadDetail, listDetails, mintDetails, streamDetails } from './openrouter/reasoning-details.ts';
import { upstreamOf } from './openrouter/upstream.ts';

const models: readonly ChatModel[] = [
  { id: 'openai/gpt-4o', window: 128_000 },
  { id: 'openai/gpt-5', window: 400_000 },
  { id: 'anthropic/claude-sonnet-4.5', window: 1_000_000 },
  { id: 'anthropic/claude-opus-4.6', window: 1_000_000 },
  { id: 'anthropic/claude-opus-5.5', window: 1_000_000 },
  { id: 'google/gemini-2.5-pro', window: 1_048_576 },
  { id: 'google/gemini-3-pro-preview', window: 1_048_576 },
  { id: 'gryphe/mythomax-l2-13b', window: 4096 },
  { id: 'openrouter/tiny', window: 200 },
];

/** None of their endpoints accepts tools (ORT-002). */
const withoutTools = ['gryphe/mythomax-l2-13b'];
const wrapped = 'Provider returned error';

const rules: readonly KnownRule[] = [
  enforced('ORT-001', wrapped),
  enforced('ORT-002', 'No endpoints found that support tool use.'),
  enforced('ORT-003', 'Function call is missing a thought_signature in functionCall parts.'),
  warned('ORT-004'),
  enforced('ORT-005', "This endpoint's maximum context length is"),
];

export const openrouterProfile: ChatProfile = {
  name: 'openrouter',
  basePaths: ['/api/v1'],
  models,
  rules,
  judge: (body, _request, world) => {
    const found = firstOf(checksOf(body, world));
    const warnings = allViolations([
      () =>
        violation(breach(losesReasoning(body), 'tool_choice', body['tool_choice']), {
          id: 'ORT-004',
          status: 200,
          says: () => 'reasoning is dropped because tool_choice forces a call',
        }),
    ]);
    return { ...(found ? { violation: found } : {}), warnings };
  },
  thinkingField: () => 'reasoning',
  thinks: asksForReasoning,
  callId: (_name, _index, _before, world) => `call_${nextId(world, 24)}`,
  // The upstream provider's error is wrapped (ORT-001); `code` then names that provider.
  refuse: ({ status, message, rule, code }) =>
    rule === 'ORT-001' || rule === 'ORT-003' ? wrap(status, message, textOf(code)) : routerError(status, message),
  fail: (fault, world) => fail(fault, world),
  failInside: (fault, world) => errorEvent(fail(fault, world)),
  behaviour: {
    gate,
    idPrefix: 'gen-',
    see: (seen, body) => (losesReasoning(body) ? { ...seen, thinks: false } : seen),
    messageExtras: (answer, { model, seen, world }): JsonObject => {
      const details = mintDetails(answer, model, seen.thinks, world);
      return details.length > 0 ? { reasoning_details: details } : {};
    },
    extraDeltas: (extras) => streamDetails(listDetails(extras)).map((detail) => ({ reasoning_details: [detail] })),
    envelope: ({ model }) => ({ provider: upstreamOf(model).name }),
  },
};

function checksOf(body: JsonObject, world: World): readonly (() => Violation | undefined)[] {
  const messages = readMessages(body);
  const model = textOf(body['model']);
  const upstream = upstreamOf(model);
  return [
    () => checkKnownRoles(messages, ['system', 'developer', 'user', 'assistant', 'tool']),
    () =>
      violation(breach(withoutTools.includes(model) && readTools(body).length > 0, 'tools'), {
        id: 'ORT-002',
        status: 404,
        says: () =>
          'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection',
      }),
    () =>
      violation(findOverflow(body, models), {
        id: 'ORT-005',
        says: ({ tokens, window }) =>
          `This endpoint's maximum context length is ${window} tokens. However, you requested about ${tokens} tokens (${tokens} of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
      }),
    () =>
      violation(findUnpaired(messages), {
        id: 'ORT-001',
        code: upstream.name,
        says: (found) => upstream.raw(upstream.unpaired(found)),
      }),
    () =>
      violation(findBadDetail(messages, model, world), {
        id: 'ORT-003',
        code: upstream.name,
        says: ({ kind }) =>
          upstream.raw(kind === 'missing' ? (upstream.missingSignature ?? '') : upstream.invalidSignature),
      }),
  ];
}

function asksForReasoning(body: JsonObject): boolean {
  const reasoning = body['reasoning'];
  if (!isObject(reasoning)) return body['reasoning_effort'] !== undefined && body['reasoning_effort'] !== 'none';
  return reasoning['enabled'] !== false && reasoning['effort'] !== 'none';
}

function losesReasoning(body: JsonObject): boolean {
  return textOf(body['model']).startsWith('anthropic/') && asksForReasoning(body) && isForced(body['tool_choice']);
}

function wrap(status: number, raw: string, provider: string): ApiResponse {
  return jsonResponse(status, {
    error: { message: wrapped, code: status, metadata: { raw, provider_name: provider } },
  });
}

function routerError(status: number, message: string, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return jsonResponse(status, { error: { message, code: status } }, headers);
}

function gate(found: Gate): GateWords | undefined {
  switch (found.kind) {
    case 'no-key':
      return { status: 401, message: 'No auth credentials found' };
    case 'bad-key':
      return { status: 401, message: 'User not found.' };
    case 'model':
      return { status: 400, message: `${found.model} is not a valid model ID` };
    case 'no-model':
      return { status: 400, message: 'No models provided' };
    default:
      return undefined;
  }
}

const fail = createFail(
  {
    'rate-limit': { status: 429, message: 'Rate limit exceeded: free-models-per-min.' },
    quota: {
      status: 402,
      message: 'Insufficient credits. Add more using https://openrouter.ai/settings/credits',
    },
    overloaded: { status: 503, message: 'Provider is overloaded' },
    unavailable: { status: 503, message: 'No instances available' },
    server: { status: 500, message: 'Internal Server Error' },
    auth: { status: 401, message: 'User not found.' },
    overflow: {
      status: 400,
      message:
        "This endpoint's maximum context length is 128000 tokens. However, you requested about 140000 tokens (140000 of text input). Please reduce the length of either one.",
    },
  },
  ({ status, message }, headers) => routerError(status, message, headers),
);
