/** Which request means what: the way from a path to an answer, with everything that is looked at before the rules. */

import type { ApiRequest, ApiResponse, Outcome, Violation } from '../api.ts';
import { decodePath } from '../decode-path.ts';
import { isAbsent, isObject, type JsonObject, textOf } from '../json.ts';
import { jsonResponse } from '../json-response.ts';
import type { World } from '../world.ts';
import { wholeMessage, writeAnswer } from './answer.ts';
import { describe, findLoneSurrogate } from './bad-json.ts';
import { readDraft } from './draft.ts';
import { breach, refuse, responseHeaders } from './errors.ts';
import { judge } from './judge.ts';
import { type Claude, claudes, findClaude } from './models.ts';
import type { PromptCache } from './prompt-cache.ts';
import { buildSeen } from './seen.ts';
import { streamMessage } from './stream.ts';
import { countTokens } from './tokens.ts';

const methods: Readonly<Record<string, string>> = {
  '/v1/messages': 'POST',
  '/v1/messages/count_tokens': 'POST',
  '/v1/models': 'GET',
};

export function route(request: ApiRequest, world: World, cache: PromptCache): Outcome {
  const refused = checkAccess(request, world);
  if (refused) return refuseWith(refused, world);
  if (request.path.startsWith('/v1/models')) return serveModels(request, world);
  const read = readBody(request);
  if ('rule' in read) return refuseWith(read, world);
  return answerMessages(request, world, cache, read.body, read.claude);
}

function refuseWith(violation: Violation, world: World): Outcome {
  return { kind: 'refused', violation, response: refuse(violation, world) };
}

function served(body: JsonObject, world: World): Outcome {
  return { kind: 'served', response: json(body, world) };
}

function json(body: JsonObject, world: World): ApiResponse {
  return jsonResponse(200, body, responseHeaders(world));
}

function checkAccess({ method, path, headers }: ApiRequest, world: World): Violation | undefined {
  const wanted = path.startsWith('/v1/models/') ? 'GET' : Object.hasOwn(methods, path) ? methods[path] : undefined;
  if (wanted === undefined) return breach('unknown-route', path, 'Not Found', 404);
  if (method !== wanted) return breach('wrong-method', path, 'Method Not Allowed', 405);
  const key = headers['x-api-key'] ?? headers['authorization'];
  if (key === undefined) return breach('unknown-key', 'x-api-key', 'x-api-key header is required', 401);
  if (world.account === '') return breach('unknown-key', 'x-api-key', 'invalid x-api-key', 401);
  if (headers['anthropic-version'] === undefined) {
    return breach('no-version', 'anthropic-version', 'anthropic-version: header is required');
  }
  return undefined;
}

function readBody({ raw, body }: ApiRequest): { readonly body: JsonObject; readonly claude: Claude } | Violation {
  const surrogate = findLoneSurrogate(raw);
  if (surrogate !== undefined) return breach('ANT-035', '', surrogate);
  if (body === undefined) {
    return breach('bad-json', '', describe(raw, 0, raw === '' ? 'unexpected end of data' : 'unexpected character'));
  }
  if (!isObject(body)) return breach('schema', '', 'Input should be a valid dictionary');
  const { model } = body;
  if (isAbsent(model)) return breach('schema', 'model', 'model: Field required');
  if (typeof model !== 'string') return breach('schema', 'model', 'model: Input should be a valid string');
  const claude = findClaude(model);
  return claude ? { body, claude } : breach('unknown-model', 'model', `model: ${model}`, 404);
}

function answerMessages(
  { path, headers }: ApiRequest,
  world: World,
  cache: PromptCache,
  body: JsonObject,
  claude: Claude,
): Outcome {
  const counting = path.endsWith('/count_tokens');
  const betas = (headers['anthropic-beta'] ?? '').split(',').map((beta) => beta.trim());
  const draft = readDraft(body, claude, betas, counting);
  const judgement = judge(draft, world);
  if (judgement.refused) return refuseWith(judgement.refused, world);
  if (counting) return served({ input_tokens: countTokens(draft) }, world);
  const stream = body['stream'] === true;
  const { recalled, warnings } = judgement;
  return {
    kind: 'asked',
    model: textOf(body['model']),
    stream,
    seen: buildSeen(draft, recalled),
    warnings,
    answer: (answer) => {
      const message = writeAnswer(draft, world, recalled, cache.use(draft, world.account), answer);
      if (!stream) return json(wholeMessage(message), world);
      const headers = {
        ...responseHeaders(world),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
      };
      return { status: 200, headers, body: streamMessage(message) };
    },
  };
}

function serveModels({ path }: ApiRequest, world: World): Outcome {
  if (path === '/v1/models') {
    const data = claudes.map(describeModel);
    return served({ data, has_more: false, first_id: data[0]?.['id'], last_id: data.at(-1)?.['id'] }, world);
  }
  const name = decodePath(path.slice('/v1/models/'.length));
  const claude = findClaude(name);
  if (!claude) return refuseWith(breach('unknown-model', path, `model: ${name}`, 404), world);
  return served(describeModel(claude), world);
}

function describeModel({ id, window }: Claude): JsonObject {
  const display = id.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    type: 'model',
    id,
    display_name: display.join(' '),
    created_at: '2025-09-29T00:00:00Z',
    max_input_tokens: window,
  };
}
