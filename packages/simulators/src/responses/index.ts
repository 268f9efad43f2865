/**
 * OpenAI's Responses API, its variants at other makers, and Azure's. It remembers what it has issued, so each provider needs its own.
 */
import type { Api, ApiRequest, ApiResponse, KnownRule, Outcome, Violation } from '../api/api.ts';
import { type JsonObject, objectOf, textOf } from '../api/json.ts';
import type { Answer } from '../api/model.ts';
import type { World } from '../api/world.ts';
import { compact, isTriggered, triggeredOutput } from './compact.ts';
import { encrypt } from './encrypted-reasoning.ts';
import { errorInside, failed, headersFor, openaiResponse, refusal } from './errors.ts';
import { passGate } from './gate.ts';
import { nextPrefixedId } from './ids.ts';
import { checkWindow, type Judged, judge } from './judge.ts';
import { createMemory, keepsNothing, type Memory } from './memory.ts';
import { models, type ResponsesModel } from './models.ts';
import { buildOutput, mintedItems, type OutputItem, readWishes } from './output.ts';
import { beginResponse, failResponse, finishResponse } from './response.ts';
import { rules } from './rules.ts';
import { failedStream, frame, streamOf } from './stream.ts';
import { violation } from './violations.ts';

/** The last stream of a world: an error inside it must be about the same response. */
interface Sent {
  readonly begun: JsonObject;
  readonly frames: number;
}

export interface ResponsesProfile {
  readonly name: string;
  readonly rules: readonly KnownRule[];
  readonly models: readonly ResponsesModel[];
  /** Whether a chain is read as Azure reads it (AZR-003). */
  readonly azure: boolean;
}

export function createOpenaiResponses(): Api {
  return createResponsesApi({ name: 'openai-responses', rules, models, azure: false });
}

/** Organizations whose account begins with `zdr` store nothing. */
export function createResponsesApi(profile: ResponsesProfile): Api {
  const memory = createMemory();
  const sent = new WeakMap<World, Sent>();
  return {
    name: profile.name,
    rules: profile.rules,
    handle: (request, world) => handle(profile, request, world, memory, sent),
    fail: failed,
    failInside: (fault, world) => {
      const { begun, frames } = sent.get(world) ?? {
        begun: { id: nextPrefixedId('resp', world), object: 'response', output: [] },
        frames: 2,
      };
      const error = errorInside(fault, world, textOf(begun['model']) || 'gpt-5.1');
      return frame({ type: 'response.failed', response: failResponse(begun, error) }, frames);
    },
  };
}

function handle(
  { models, azure }: ResponsesProfile,
  request: ApiRequest,
  world: World,
  memory: Memory,
  sent: WeakMap<World, Sent>,
): Outcome {
  const passed = passGate(request, world);
  if ('rule' in passed) return refused(passed, world);
  switch (passed.kind) {
    case 'models': {
      const data = models.map((model) => modelObject(model));
      return { kind: 'served', response: openaiResponse({ object: 'list', data }, world) };
    }
    case 'model':
      return { kind: 'served', response: openaiResponse(modelObject(passed.model), world) };
    case 'stored':
      return retrieve(passed.id, request, memory, world);
    case 'count': {
      const judged = judge(passed.body, passed.model, memory, world, azure);
      if ('rule' in judged) return refused(judged, world);
      const response = openaiResponse({ object: 'response.input_tokens', input_tokens: judged.tokens }, world);
      return { kind: 'served', response };
    }
    case 'compact': {
      const judged = judge(passed.body, passed.model, memory, world, azure);
      if ('rule' in judged) return refused(judged, world);
      const compacted = compact(judged.items, judged.tokens, passed.model, world);
      return { kind: 'served', response: openaiResponse(compacted, world) };
    }
    case 'create':
      return create(passed.body, passed.model, memory, world, sent, azure);
  }
}

function refused(broken: Violation, world: World): Outcome {
  return { kind: 'refused', violation: broken, response: refusal(broken, world) };
}

function modelObject({ id }: ResponsesModel): JsonObject {
  return { id, object: 'model', created: 1_735_689_600, owned_by: 'system' };
}

function retrieve(id: string, { query }: ApiRequest, memory: Memory, world: World): Outcome {
  const found = memory.response(id, world);
  if (!found) return refused(violation('gate-response', 404, `Response with id '${id}' not found.`, ''), world);
  const included = [...query]
    .filter(([name]) => name === 'include' || name.startsWith('include['))
    .map(([, value]) => value);
  if (included.includes('reasoning.encrypted_content')) {
    const message = 'Encrypted content cannot be requested for persisted responses.';
    return refused(violation('OAR-016', 400, message, 'include', 'invalid_value'), world);
  }
  return { kind: 'served', response: openaiResponse(found.response, world) };
}

function create(
  body: JsonObject,
  model: ResponsesModel,
  memory: Memory,
  world: World,
  sent: WeakMap<World, Sent>,
  azure: boolean,
): Outcome {
  const judged = judge(body, model, memory, world, azure);
  if ('rule' in judged) return refused(judged, world);
  const stored = body['store'] !== false && !keepsNothing(world.account);
  const stream = body['stream'] === true;
  const overflow = checkWindow(judged.tokens, model, body);
  if (overflow && stream) {
    // OAR-026: the stream starts before tokens are counted.
    const begun = beginResponse(body, model, stored, world);
    const error = errorInside({ kind: 'overflow' }, world, model.id);
    return {
      kind: 'refused',
      violation: overflow,
      response: eventStream(failedStream(begun, failResponse(begun, error)), world),
    };
  }
  if (overflow) return refused(overflow, world);
  if (isTriggered(judged.items)) {
    const output = triggeredOutput(judged.items, model, world);
    const exchange = { body, model, judged, stored, stream, answer: compacted, memory, world, sent };
    return { kind: 'served', response: deliverOutput(exchange, output) };
  }
  return {
    kind: 'asked',
    model: model.id,
    stream,
    seen: judged.seen,
    warnings: judged.warnings,
    answer: (answer) => respond({ body, model, judged, stored, stream, answer, memory, world, sent }),
  };
}

interface Exchange {
  readonly body: JsonObject;
  readonly model: ResponsesModel;
  readonly judged: Judged;
  readonly stored: boolean;
  readonly stream: boolean;
  readonly answer: Answer;
  readonly memory: Memory;
  readonly world: World;
  readonly sent: WeakMap<World, Sent>;
}

/** The provider does this itself, without the model. */
const compacted: Answer = { parts: [], stop: 'end' };

function respond(exchange: Exchange): ApiResponse {
  const { body, model, judged, answer, world } = exchange;
  return deliverOutput(exchange, buildOutput(answer, readWishes(body, judged.seen.thinks), model, world));
}

function deliverOutput(
  { body, model, judged, stored, stream, answer, memory, world, sent }: Exchange,
  output: readonly OutputItem[],
): ApiResponse {
  const begun = beginResponse(body, model, stored, world);
  const finished = finishResponse(begun, output, answer.stop, judged.tokens, world);
  memory.keepItems(mintedItems(output, stored, model, world));
  if (stored) {
    const items = [...judged.items, ...output.map(({ item }) => item)];
    const { account, endpoint } = world;
    memory.keepResponse({ account, endpoint, created: world.now(), response: finished, items });
  }
  if (!stream) return openaiResponse(finished, world);
  const isObfuscated = objectOf(body['stream_options'])['include_obfuscation'] !== false;
  const frames = streamOf(begun, finished, { token: (id) => encrypt('', id, model, world) }, isObfuscated);
  sent.set(world, { begun, frames: frames.length });
  return eventStream(frames, world);
}

function eventStream(frames: readonly string[], world: World): ApiResponse {
  return { status: 200, headers: headersFor(world, 'text/event-stream; charset=utf-8'), body: frames };
}
