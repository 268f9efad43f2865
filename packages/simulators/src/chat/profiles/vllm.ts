/** vLLM, self-hosted: chat templates raise errors (VLL-001, VLL-002), everything else is accepted and lost. */

import type { KnownRule, Violation } from '../../api/api.ts';
import { createFail } from '../../api/failure-table.ts';
import { firstOf } from '../../api/first-found.ts';
import { hexadecimal, nextId } from '../../api/ids.ts';
import { isObject, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { enforced, warned } from '../../api/known-rule.ts';
import { findArguments, isJsonText } from '../checks/calls.ts';
import { findPart } from '../checks/contents.ts';
import { allViolations, breach, violation } from '../checks/found.ts';
import { findOverflow } from '../checks/overflow.ts';
import { findUnpaired } from '../checks/pairing.ts';
import { currentTurn, findUnthought } from '../checks/thinking.ts';
import { type ChatMessage, readMessages, readTools } from '../messages.ts';
import { errorEvent, openaiError } from '../openai-error.ts';
import type { ChatModel, ChatProfile } from '../profile.ts';
import { templateOf } from './vllm/templates.ts';

const models: readonly ChatModel[] = [
  { id: 'mistralai/Mistral-7B-Instruct-v0.3', window: 32_768 },
  { id: 'google/gemma-2-9b-it', window: 8192 },
  { id: 'meta-llama/Llama-2-7b-chat-hf', window: 4096 },
  { id: 'meta-llama/Llama-3.3-70B-Instruct', window: 131_072 },
  { id: 'Qwen/Qwen3.5-35B-A3B', window: 262_144 },
  { id: 'openai/gpt-oss-120b', window: 131_072 },
  { id: 'vllm-tiny', window: 200 },
];

/** From its request model: an object as `tool_choice` must name one function. */
const correctUsage = 'Correct usage: `{"type": "function", "function": {"name": "my_function"}}`';

const rules: readonly KnownRule[] = [
  enforced('OAC-037', 'in `tool_choice`! Correct usage'),
  enforced('VLL-001', 'roles must alternate user/assistant/user/assistant/...'),
  enforced('VLL-002', 'System message must be at the beginning.'),
  warned('VLL-003'),
  warned('VLL-004'),
  warned('VLL-005'),
  warned('VLL-006'),
  enforced('VLL-007', '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
];

export const vllmProfile: ChatProfile = {
  name: 'vllm',
  basePaths: ['/v1'],
  models,
  rules,
  judge: (body) => {
    const messages = readMessages(body);
    const template = templateOf(textOf(body['model']));
    const choice = body['tool_choice'] ?? 'auto';
    const autoCalls = readTools(body).length > 0 && choice === 'auto';
    const isUnnamed = isObject(choice) && !isObject(choice['function']);
    const found = firstOf([
      () =>
        violation(breach(isUnnamed, 'tool_choice', choice), {
          id: 'OAC-037',
          says: () => `Invalid value for \`function\`: \`None\` in \`tool_choice\`! ${correctUsage}`,
        }),
      () =>
        violation(breach(autoCalls && !template.callsTools, 'tool_choice', 'auto'), {
          id: 'VLL-007',
          says: () => '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        }),
      () =>
        violation(findOverflow(body, models), {
          id: 'gate-window',
          says: ({ tokens, window }) =>
            `This model's maximum context length is ${window} tokens. However, your request has ${tokens} input tokens. Please reduce the length of the input messages.`,
        }),
      () => template.raise(messages),
    ]);
    return {
      ...(found ? { violation: found } : {}),
      warnings: warningsAbout(messages, template.thinks && thinks(body)),
    };
  },
  thinkingField: () => 'reasoning',
  thinks,
  callId: (_name, _index, _before, world) => `chatcmpl-tool-${nextId(world, 32, hexadecimal)}`,
  refuse: ({ status, message, path }) =>
    openaiError(status, {
      message,
      type: status === 404 ? 'NotFoundError' : 'BadRequestError',
      param: path === '' ? null : path,
      code: status,
    }),
  fail: (fault, world) => fail(fault, world),
  failInside: (fault, world) => errorEvent(fail(fault, world)),
  behaviour: {
    keyless: true,
    gate: (gate) =>
      gate.kind === 'model' ? { status: 404, message: `The model \`${gate.model}\` does not exist.` } : undefined,
    // VLL-004: arguments that are not JSON reach the template as {}.
    see: (seen) => ({
      ...seen,
      turns: seen.turns.map((turn) => ({
        ...turn,
        calls: turn.calls.map((call) => (typeof call.args === 'string' ? { ...call, args: {} } : call)),
      })),
    }),
  },
};

function thinks(body: JsonObject): boolean {
  const disabled = objectOf(body['chat_template_kwargs'])['enable_thinking'] === false;
  return templateOf(textOf(body['model'])).thinks && !disabled;
}

function warningsAbout(messages: readonly ChatMessage[], thinking: boolean): readonly Violation[] {
  return allViolations([
    () =>
      violation(findUnpaired(messages), {
        id: 'VLL-003',
        status: 200,
        says: ({ kind, ids }) => `${kind} tool call id ${ids.join(', ')} renders as garbage`,
      }),
    () =>
      violation(
        findArguments(messages, (args) => args === '' || isJsonText(args)),
        { id: 'VLL-004', status: 200, says: ({ path }) => `${path} is no JSON and becomes {}` },
      ),
    () =>
      violation(thinking ? findUnthought(messages, currentTurn(messages)) : undefined, {
        id: 'VLL-005',
        status: 200,
        path: ({ message }) => `messages[${message}].reasoning`,
        says: ({ message }) => `the reasoning of message ${message} was not sent back`,
      }),
    () =>
      violation(
        findPart(messages, (part, { role }) => role !== 'tool' || part['type'] === 'text'),
        { id: 'VLL-006', status: 200, says: ({ path }) => `${path} is not text: the template may not render it` },
      ),
  ]);
}

const fail = createFail(
  {
    'rate-limit': { status: 429, message: 'Too many requests.', type: 'TooManyRequestsError' },
    quota: { status: 429, message: 'Too many requests.', type: 'TooManyRequestsError' },
    overloaded: { status: 503, message: 'The server is overloaded.', type: 'ServiceUnavailableError' },
    unavailable: { status: 503, message: 'Service Unavailable', type: 'ServiceUnavailableError' },
    server: {
      status: 500,
      message: 'EngineCore encountered an issue. See stack trace (above) for the root cause.',
      type: 'InternalServerError',
    },
    auth: { status: 401, message: 'Unauthorized', type: 'AuthenticationError' },
    overflow: {
      status: 400,
      message:
        "This model's maximum context length is 131072 tokens. However, your request has 140000 input tokens. Please reduce the length of the input messages.",
      type: 'BadRequestError',
    },
  },
  ({ status, ...error }, headers) => openaiError(status, { ...error, code: status }, headers),
);
