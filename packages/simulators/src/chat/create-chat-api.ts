/** Creates a provider that speaks Chat Completions from its profile. */

import type { Api, ApiRequest, Outcome, Violation } from '../api/api.ts';
import type { JsonObject } from '../api/json.ts';
import { jsonResponse } from '../api/json-response.ts';
import type { World } from '../api/world.ts';
import { writeAnswer, writeWhole } from './answer.ts';
import type { AcceptedRequest } from './behaviour.ts';
import { passGate } from './gate.ts';
import type { ChatModel, ChatProfile } from './profile.ts';
import { readSeen } from './seen.ts';
import { writeStream } from './stream.ts';

export function createChatApi(profile: ChatProfile): Api {
  return {
    name: profile.name,
    rules: profile.rules,
    handle: (request, world) => handle(profile, request, world),
    fail: (fault, world) => profile.fail(fault, world),
    failInside: (fault, world) => profile.failInside(fault, world),
  };
}

function handle(profile: ChatProfile, request: ApiRequest, world: World): Outcome {
  const passed = passGate(profile, request, world);
  const refuse = (violation: Violation): Outcome => ({
    kind: 'refused',
    violation,
    response: profile.refuse(violation, world),
  });
  if ('rule' in passed) return refuse(passed);
  if (passed.kind === 'models') {
    const data = profile.models.map((model) => describe(profile, model, world));
    return { kind: 'served', response: jsonResponse(200, { object: 'list', data }) };
  }
  if (passed.kind === 'model') {
    const data = profile.models.filter(({ id }) => id === passed.id).map((model) => describe(profile, model, world));
    return { kind: 'served', response: jsonResponse(200, data[0]) };
  }
  const { violation, warnings } = profile.judge(passed.body, request, world);
  return violation ? refuse(violation) : ask(profile, passed, request, world, warnings);
}

function ask(
  profile: ChatProfile,
  { body, model }: { readonly body: JsonObject; readonly model: string },
  request: ApiRequest,
  world: World,
  warnings: readonly Violation[],
): Outcome {
  const read = readSeen(body, profile.thinks(body));
  const seen = profile.behaviour?.see?.(read, body) ?? read;
  const asked: AcceptedRequest = { body, request, model, seen, world };
  const stream = body['stream'] === true;
  return {
    kind: 'asked',
    model,
    stream,
    seen,
    warnings,
    answer: (said) => {
      const answer = profile.behaviour?.alterAnswer?.(said, asked) ?? said;
      const refused = profile.behaviour?.refuseAnswer?.(answer, asked);
      if (refused) return refused;
      const written = writeAnswer(profile, answer, asked);
      return stream ? writeStream(profile, written, asked) : writeWhole(written, asked);
    },
  };
}

function describe(profile: ChatProfile, { id, window }: ChatModel, world: World): JsonObject {
  const card = { id, object: 'model', created: world.now(), owned_by: profile.name, context_window: window };
  return { ...card, ...profile.behaviour?.describeModel?.(id) };
}
