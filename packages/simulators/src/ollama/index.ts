/** Ollama: /api/chat and what belongs to it, and the two endpoints for clients of other APIs. */

import type { Api, ApiRequest, ApiResponse, KnownRule, Outcome, Violation } from '../api/api.ts';
import { isObject, type JsonObject, objectOf, textOf } from '../api/json.ts';
import { jsonResponse } from '../api/json-response.ts';
import { enforced, warned } from '../api/known-rule.ts';
import { isDeeperThan } from '../api/nesting.ts';
import type { World } from '../api/world.ts';
import { writeChat, writeLoaded } from './answer.ts';
import { type AnswerParts, answerParts } from './answer-parts.ts';
import { type ChatRequest, readChatRequest } from './chat-request.ts';
import { writeCompletion, writeMessage } from './compatible-answer.ts';
import { type Endpoint, fail, failInside, json, refuse, refusePlain } from './errors.ts';
import { fromCompletion } from './from-completion.ts';
import { fromMessages, toolsFromMessages } from './from-messages.ts';
import { readStruct } from './go-json.ts';
import { judge } from './judge.ts';
import { findModel } from './models.ts';
import { seenOf } from './seen.ts';
import { describeModel, listModels } from './served.ts';
import { tokensOfMessage, tokensOfTools } from './tokens.ts';

/** The rules this simulator checks. OLL-008 is shown by a fault: a line of the stream is an error. */
const rules: readonly KnownRule[] = [
  enforced(
    'OLL-002',
    'json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments',
  ),
  enforced('OLL-003', 'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string'),
  enforced('OLL-005', 'does not support tools'),
  enforced('OLL-006', 'does not support thinking'),
  enforced('OLL-007', 'the input length exceeds the context length'),
  warned('OLL-009'),
  enforced('OLL-010', 'invalid tool call arguments'),
  enforced('OLL-011', "tool_use block missing required 'id' field"),
  enforced('OLL-012', "' not found"),
];

/** There is no key: anyone who can reach it may use it. */
export const ollama: Api = {
  name: 'ollama',
  rules,
  handle: (request, world) => {
    const route = Object.hasOwn(routes, request.path) ? routes[request.path] : undefined;
    if (!route) return refuseRoute('gate-route', 404, '404 page not found');
    if (request.method !== route.method) return refuseRoute('gate-method', 405, '405 method not allowed');
    return 'serve' in route ? served(route.serve(world)) : settle(route.open(request, world), route.endpoint);
  },
  fail,
  failInside,
};

type Route =
  | { readonly method: 'GET'; readonly serve: (world: World) => JsonObject | string }
  | {
      readonly method: 'POST';
      readonly endpoint: Endpoint;
      readonly open: (request: ApiRequest, world: World) => Outcome | Violation;
    };

const post = (endpoint: Endpoint, open: (request: ApiRequest, world: World) => Outcome | Violation): Route => ({
  method: 'POST',
  endpoint,
  open,
});

const routes: Readonly<Record<string, Route>> = {
  '/': { method: 'GET', serve: () => 'Ollama is running' },
  '/api/version': { method: 'GET', serve: () => ({ version: '0.20.1' }) },
  '/api/tags': { method: 'GET', serve: (world) => ({ models: listModels(world) }) },
  '/api/show': post('native', openShow),
  '/api/chat': post('native', openChat),
  '/v1/chat/completions': post('openai', openCompletion),
  '/v1/messages': post('anthropic', openMessages),
};

function openChat(request: ApiRequest, world: World): Outcome | Violation {
  const body = bind('ChatRequest', request);
  if ('violation' in body) return body.violation;
  return ask(body.value, objectOf(request.body)['tools'] ?? body.value['tools'], writeChat, world);
}

function openCompletion(request: ApiRequest, world: World): Outcome | Violation {
  const body = bind('ChatCompletionRequest', request);
  if ('violation' in body) return body.violation;
  const translated = fromCompletion(body.value);
  if ('violation' in translated) return translated.violation;
  return ask(translated.chat, objectOf(request.body)['tools'], writeCompletion, world);
}

function openMessages(request: ApiRequest, world: World): Outcome | Violation {
  const body = bind('MessagesRequest', request);
  if ('violation' in body) return body.violation;
  const translated = fromMessages(body.value);
  if ('violation' in translated) return translated.violation;
  return ask(translated.chat, toolsFromMessages(objectOf(request.body)['tools']), writeMessage, world);
}

function openShow(request: ApiRequest, world: World): Outcome | Violation {
  const body = bind('ShowRequest', request);
  if ('violation' in body) return body.violation;
  const name = textOf(body.value['model']) || textOf(body.value['name']);
  const model = findModel(name);
  return model ? served(describeModel(model, world)) : notFound(name);
}

type Write = (answered: AnswerParts, request: ChatRequest, prompt: number, world: World) => ApiResponse;

function ask(body: JsonObject, tools: unknown, write: Write, world: World): Outcome | Violation {
  const name = textOf(body['model']);
  const model = findModel(name);
  if (!model) return notFound(name);
  const chat = readChatRequest(body, tools, model);
  const { violation, warnings, messages } = judge(chat);
  if (violation) return violation;
  if (chat.messages.length === 0) return { kind: 'served', response: writeLoaded(chat, world) };
  const prompt = messages.reduce((sum, message) => sum + tokensOfMessage(message), tokensOfTools(chat.tools));
  return {
    kind: 'asked',
    model: model.id,
    stream: chat.stream,
    seen: seenOf(chat, messages),
    warnings,
    answer: (answer) => write(answerParts(answer, chat, world), chat, prompt, world),
  };
}

/** gin's ShouldBindJSON. */
function bind(
  name: string,
  { body, raw }: ApiRequest,
): { readonly value: JsonObject } | { readonly violation: Violation } {
  const refused = (rule: string, message: string, path = ''): { readonly violation: Violation } => ({
    violation: { rule, status: 400, message, path },
  });
  if (body === undefined) return refused('gate-json', syntaxProblem(raw));
  if (isDeeperThan(body, deepest)) return refused('gate-json', 'exceeded max depth');
  // null binds to nothing at all.
  const read = readStruct(name, body === null ? {} : body);
  if (!('problem' in read)) return read;
  const { message, path } = read.problem;
  return refused(fieldRules[`${name}.${path}`] ?? 'gate-json', message, path);
}

const deepest = 500;

const fieldRules: Readonly<Record<string, string>> = {
  'ChatRequest.messages.tool_calls.function.arguments': 'OLL-002',
  'ChatRequest.messages.content': 'OLL-003',
  'ChatRequest.messages.images': 'OLL-003',
};

function syntaxProblem(raw: string): string {
  const text = raw.trim();
  if (text === '') return 'missing request body';
  const first = text.charAt(0);
  return /[[{"\dtfn-]/.test(first) ? 'unexpected EOF' : `invalid character '${first}' looking for beginning of value`;
}

function notFound(name: string): Violation {
  if (name === '') return { rule: 'gate-no-model', status: 400, message: 'model is required', path: 'model' };
  return { rule: 'OLL-012', status: 404, message: `model '${name}' not found`, path: 'model' };
}

function settle(outcome: Outcome | Violation, endpoint: Endpoint): Outcome {
  if ('kind' in outcome) return outcome;
  return { kind: 'refused', violation: outcome, response: refuse(outcome, endpoint) };
}

function served(body: JsonObject | string): Outcome {
  const response = isObject(body)
    ? jsonResponse(200, body, json)
    : { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: String(body) };
  return { kind: 'served', response };
}

function refuseRoute(rule: string, status: number, message: string): Outcome {
  return { kind: 'refused', violation: { rule, status, message, path: '' }, response: refusePlain(status, message) };
}
