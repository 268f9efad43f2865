/** Routing: from a path to an answer, with everything that is checked before the rules. */
import type { ApiRequest, Outcome, Violation } from '../api/api.ts';
import { decodePath } from '../api/decode-path.ts';
import { isAbsent, isObject, type JsonObject, textOf } from '../api/json.ts';
import { jsonResponse } from '../api/json-response.ts';
import type { World } from '../api/world.ts';
import { wholeMessage, writeAnswer } from './answer.ts';
import { readDraft } from './draft.ts';
import { breach } from './errors.ts';
import type { MessagesProfile } from './messages-profile.ts';
import type { Claude } from './models.ts';
import type { PromptCache } from './prompt-cache.ts';
import { buildSeen } from './seen.ts';
import { streamMessage } from './stream.ts';
import { countTokens } from './tokens.ts';

export function route(request: ApiRequest, world: World, cache: PromptCache, profile: MessagesProfile): Outcome {
  const refused = checkAccess(request, world, profile);
  if (refused) return refuseWith(refused, world, profile);
  if (request.path.startsWith(`${profile.root}/models`)) return serveModels(request, world, profile);
  const read = readBody(request, profile);
  if ('rule' in read) return refuseWith(read, world, profile);
  return answerMessages(request, world, cache, profile, read.body, read.claude);
}

function refuseWith(found: Violation, world: World, profile: MessagesProfile): Outcome {
  const violation = profile.reword(found);
  return { kind: 'refused', violation, response: profile.refuse(violation, world) };
}

function served(body: JsonObject, world: World, profile: MessagesProfile): Outcome {
  return { kind: 'served', response: jsonResponse(200, body, profile.headers(world)) };
}

function methodOf(path: string, { root, counts }: MessagesProfile): string | undefined {
  if (path === `${root}/models` || path.startsWith(`${root}/models/`)) return 'GET';
  return path === `${root}/messages` || (counts && path === `${root}/messages/count_tokens`) ? 'POST' : undefined;
}

function checkAccess(
  { method, path, headers }: ApiRequest,
  world: World,
  profile: MessagesProfile,
): Violation | undefined {
  const wanted = methodOf(path, profile);
  if (wanted === undefined) return breach('unknown-route', path, 'Not Found', 404);
  if (method !== wanted) return breach('wrong-method', path, 'Method Not Allowed', 405);
  const key = headers['x-api-key'] ?? headers['authorization'];
  if (key === undefined) return breach('no-key', 'x-api-key', 'x-api-key header is required', 401);
  if (world.account === '') return breach('unknown-key', 'x-api-key', 'invalid x-api-key', 401);
  if (headers['anthropic-version'] === undefined) {
    return breach('no-version', 'anthropic-version', 'anthropic-version: header is required');
  }
  return undefined;
}

function readBody(
  { raw, body }: ApiRequest,
  { findModel }: MessagesProfile,
): { readonly body: JsonObject; readonly claude: Claude } | Violation {
  const surrogate = findLoneSurrogate(raw);
  if (surrogate !== undefined) return breach('ANT-035', '', surrogate);
  if (body === undefined) {
    return breach('bad-json', '', describe(raw, 0, raw === '' ? 'unexpected end of data' : 'unexpected character'));
  }
  if (!isObject(body)) return breach('schema', '', 'Input should be a valid dictionary');
  const { model } = body;
  if (isAbsent(model)) return breach('schema', 'model', 'model: Field required');
  if (typeof model !== 'string') return breach('schema', 'model', 'model: Input should be a valid string');
  const claude = findModel(model);
  return claude ? { body, claude } : breach('unknown-model', 'model', `model: ${model}`, 404);
}

function answerMessages(
  { path, headers }: ApiRequest,
  world: World,
  cache: PromptCache,
  profile: MessagesProfile,
  body: JsonObject,
  claude: Claude,
): Outcome {
  const counting = path.endsWith('/count_tokens');
  const betas = (headers['anthropic-beta'] ?? '').split(',').map((beta) => beta.trim());
  const draft = readDraft(body, claude, betas, counting);
  const judgement = profile.judge(draft, world);
  if (judgement.refused) return refuseWith(judgement.refused, world, profile);
  if (counting) return served({ input_tokens: countTokens(draft) }, world, profile);
  const stream = body['stream'] === true;
  const { recalled, warnings } = judgement;
  return {
    kind: 'asked',
    model: textOf(body['model']),
    stream,
    seen: buildSeen(draft, recalled),
    warnings,
    answer: (said) => {
      const answer = profile.alter?.(said, draft) ?? said;
      const written = writeAnswer(draft, world, recalled, cache.use(draft, world.account), answer);
      const message = profile.adjust?.(written, draft) ?? written;
      if (!stream) return jsonResponse(200, wholeMessage(message), profile.headers(world));
      const headers = {
        ...profile.headers(world),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
      };
      return { status: 200, headers, body: streamMessage(message) };
    },
  };
}

function serveModels({ path }: ApiRequest, world: World, profile: MessagesProfile): Outcome {
  const { root, models, findModel } = profile;
  if (path === `${root}/models`) {
    const data = models.map(describeModel);
    const body = { data, has_more: false, first_id: data[0]?.['id'], last_id: data.at(-1)?.['id'] };
    return served(body, world, profile);
  }
  const name = decodePath(path.slice(`${root}/models/`.length));
  const claude = findModel(name);
  if (!claude) return refuseWith(breach('unknown-model', path, `model: ${name}`, 404), world, profile);
  return served(describeModel(claude), world, profile);
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

/** Undefined if all escaped surrogates are paired. */
function findLoneSurrogate(raw: string): string | undefined {
  const escapes = /\\(?:u([0-9a-fA-F]{4})|[^u])/g;
  let high: number | undefined;
  for (const match of raw.matchAll(escapes)) {
    const unit = match[1] === undefined ? 0 : Number.parseInt(match[1], 16);
    const isHigh = unit >= 0xd800 && unit <= 0xdbff;
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (high !== undefined) {
      if (match.index !== high + 6 || match[1] === undefined) return describe(raw, high, 'no low surrogate in string');
      if (!isLow) return describe(raw, high, 'invalid low surrogate in string');
      high = undefined;
    } else if (isHigh) high = match.index;
    else if (isLow) return describe(raw, match.index, 'invalid high surrogate in string');
  }
  return high === undefined ? undefined : describe(raw, high, 'no low surrogate in string');
}

function describe(raw: string, at: number, problem: string): string {
  const before = raw.slice(0, at).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `The request body is not valid JSON: ${problem}: line ${before.length} column ${column} (char ${at})`;
}
