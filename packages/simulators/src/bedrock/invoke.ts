/** Claude via InvokeModel: Anthropic's Messages in Bedrock's envelope (BDR-007 … BDR-024). */
import { createMessagesApi } from '../anthropic/create-messages-api.ts';
import { betasIn, hostedRequest } from '../anthropic/hosted-request.ts';
import { judge } from '../anthropic/judge.ts';
import type { MessagesProfile } from '../anthropic/messages-profile.ts';
import { type Claude, claudes, findClaude, hostedOn } from '../anthropic/models.ts';
import { rules as messagesRules } from '../anthropic/rules.ts';
import type { Api, ApiRequest, ApiResponse, KnownRule, Outcome, Violation } from '../api/api.ts';
import { isObject, type JsonObject, objectOf, parseJson } from '../api/json.ts';
import { enforced } from '../api/known-rule.ts';
import type { World } from '../api/world.ts';
import { identify } from './access.ts';
import { claudeIds, findHosted, predatesProfiles } from './claudes.ts';
import { eventMessage } from './event-stream.ts';
import { fail, failInside, invalid, refuse, responseHeaders } from './exceptions.ts';
import { passRoutes, type Route } from './routes.ts';

const version = 'bedrock-2023-05-31';
const ofConverse = ['BDR-001', 'BDR-002', 'BDR-004', 'BDR-006'];

/** Rules for every request to Bedrock. */
export const accessRules: readonly KnownRule[] = [
  enforced('BDR-007', 'The request signature we calculated does not match the signature you provided.'),
  enforced('BDR-008', 'Signature expired: '),
  enforced('BDR-009', 'The security token included in the request is invalid.'),
  enforced('BDR-010', 'Authentication failed: Please make sure your API Key is valid.'),
  enforced('BDR-013', 'The provided model identifier is invalid.'),
  enforced('BDR-014', 'with on-demand throughput isn’t supported.'),
  enforced('BDR-019', 'Input is too long for requested model.'),
];

const rules: readonly KnownRule[] = [
  ...messagesRules.filter(({ id }) => ![...ofConverse, 'ANT-020', 'ANT-028', 'ANT-070'].includes(id)),
  ...accessRules,
  enforced('BDR-011', 'Invalid API version: '),
  enforced('BDR-012', ': Extra inputs are not permitted'),
  enforced('BDR-018'),
  enforced('BDR-021', "found using 'type' does not match any of the expected tags: "),
  enforced('BDR-022', ': Extra inputs are not permitted'),
  enforced('BDR-023', ': Extra inputs are not permitted'),
  enforced('BDR-024', 'invalid beta flag'),
];

const profile: MessagesProfile = {
  name: 'bedrock-claude',
  root: '/v1',
  counts: false,
  models: claudes,
  rules,
  findModel: (name) => {
    const claude = findClaude(name);
    return claude && hostedOn(claude, 'bedrock');
  },
  judge,
  reword,
  refuse,
  headers: responseHeaders,
  fail,
  failInside,
};

/** BDR-018: Anthropic's text; an overflow has Bedrock's own (BDR-019). */
export function reword(violation: Violation): Violation {
  const { rule, path } = violation;
  if (rule === 'ANT-070') return invalid('BDR-019', 'Input is too long for requested model.', path);
  return { ...violation, code: 'ValidationException' };
}

export function createBedrockClaude(): Api {
  const messages = createMessagesApi(profile);
  return {
    name: profile.name,
    rules,
    identify,
    handle: (request, world) =>
      passRoutes(request, world, ['invoke', 'invoke-with-response-stream'], claudeIds, (route) =>
        invoke(messages, route, request, world),
      ),
    fail,
    failInside,
  };
}

function invoke(messages: Api, { operation, model }: Route, request: ApiRequest, world: World): Outcome | Violation {
  const claude = findHosted(model);
  if ('rule' in claude) return claude;
  const read = readBody(request, claude);
  if ('rule' in read) return read;
  const stream = operation === 'invoke-with-response-stream';
  const { anthropic_version: _, anthropic_beta: __, ...body } = read.body;
  const hosted = hostedRequest(request, { model: claude.id, stream, body, betas: betasIn(read.body) });
  const outcome = messages.handle(hosted, world);
  if (outcome.kind !== 'asked') return outcome;
  return { ...outcome, model: model.name, answer: (said) => enveloped(outcome.answer(said), stream) };
}

function readBody({ body }: ApiRequest, claude: Claude): { readonly body: JsonObject } | Violation {
  if (!isObject(body)) {
    return invalid('bad-json', 'Malformed input request, please reformat your input and try again.');
  }
  const extra = ['model', 'stream'].filter((name) => body[name] !== undefined);
  const [first] = extra;
  if (first !== undefined) {
    const listed = extra.map((name) => `#: extraneous key [${name}] is not permitted`).join('');
    const message = predatesProfiles(claude)
      ? `Malformed input request: ${listed}, please reformat your input and try again.`
      : `${first}: Extra inputs are not permitted`;
    return invalid('BDR-012', message, first);
  }
  const given = body['anthropic_version'];
  if (given === undefined || given === null) {
    return invalid('BDR-011', 'anthropic_version: Field required', 'anthropic_version');
  }
  if (given !== version) return invalid('BDR-011', `Invalid API version: ${String(given)}`, 'anthropic_version');
  return { body };
}

const field = 'data: ';

/** BDR-015: each of Anthropic's events as the bytes of a chunk. */
function enveloped(response: ApiResponse, stream: boolean): ApiResponse {
  if (!stream || typeof response.body === 'string') return response;
  const events = response.body.flatMap((frame) => {
    // Not with a pattern: for that, U+2028 in a text would end the line.
    const line = frame.split('\n').find((each) => each.startsWith(field)) ?? '';
    const data = parseJson(line.slice(field.length))?.value;
    return isObject(data) ? [data] : [];
  });
  const usage: JsonObject = Object.assign({}, ...events.map(usageIn));
  return {
    status: response.status,
    headers: { ...response.headers, 'content-type': 'application/vnd.amazon.eventstream' },
    encoding: 'latin1',
    body: events.map((event, index) => {
      const whole =
        event['type'] === 'message_stop' ? { ...event, 'amazon-bedrock-invocationMetrics': metrics(usage) } : event;
      const bytes = Buffer.from(JSON.stringify(whole), 'utf8').toString('base64');
      return eventMessage('chunk', { bytes, p: padding(index) });
    }),
  };
}

function usageIn(event: JsonObject): JsonObject {
  return { ...objectOf(objectOf(event['message'])['usage']), ...objectOf(event['usage']) };
}

function metrics(usage: JsonObject): JsonObject {
  return {
    inputTokenCount: usage['input_tokens'],
    outputTokenCount: usage['output_tokens'],
    invocationLatency: 400,
    firstByteLatency: 200,
    cacheReadInputTokenCount: usage['cache_read_input_tokens'],
    cacheWriteInputTokenCount: usage['cache_creation_input_tokens'],
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Hides the length of a chunk. */
export function padding(index: number): string {
  return letters.slice(0, 1 + ((index * 7) % 40));
}
