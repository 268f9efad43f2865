/** A provider that speaks Chat Completions, made of what is particular about it. */
import type { Api, ApiRequest, ApiResponse, Outcome, Violation } from '../api.ts';
import type { World } from '../world.ts';
import { writeAnswer, writeWhole } from './answer.ts';
import { passGate } from './gate.ts';
import type { JsonObject } from './json.ts';
import type { Asked, ChatProfileWithManners } from './manners.ts';
import type { ChatModel } from './profile.ts';
import { readSeen } from './seen.ts';
import { writeStream } from './stream.ts';

export function createChatApi(profile: ChatProfileWithManners): Api {
  return {
    name: profile.name,
    rules: profile.rules,
    handle: (request, world) => handle(profile, request, world),
    fail: (fault, world) => profile.fail(fault, world),
    failInside: (fault, world) => profile.failInside(fault, world),
  };
}

function handle(profile: ChatProfileWithManners, request: ApiRequest, world: World): Outcome {
  const passed = passGate(profile, request, world);
  const refuse = (violation: Violation): Outcome => ({
    kind: 'refused',
    violation,
    response: profile.refuse(violation, world),
  });
  if ('rule' in passed) return refuse(passed);
  if (passed.kind === 'models') {
    const data = profile.models.map((model) => describe(profile, model, world));
    return { kind: 'served', response: json({ object: 'list', data }) };
  }
  if (passed.kind === 'model') {
    const data = profile.models.filter(({ id }) => id === passed.id).map((model) => describe(profile, model, world));
    return { kind: 'served', response: json(data[0]) };
  }
  const { violation, warnings } = profile.judge(passed.body, request, world);
  return violation ? refuse(violation) : ask(profile, passed, request, world, warnings);
}

function ask(
  profile: ChatProfileWithManners,
  { body, model }: { readonly body: JsonObject; readonly model: string },
  request: ApiRequest,
  world: World,
  warnings: readonly Violation[],
): Outcome {
  const read = readSeen(body, profile.thinks(body));
  const seen = profile.manners?.see?.(read, body) ?? read;
  const asked: Asked = { body, request, model, seen, world };
  const stream = body['stream'] === true;
  return {
    kind: 'asked',
    model,
    stream,
    seen,
    warnings,
    answer: (said) => {
      const answer = profile.manners?.alterAnswer?.(said, asked) ?? said;
      const refused = profile.manners?.refuseAnswer?.(answer, asked);
      if (refused) return refused;
      const written = writeAnswer(profile, answer, asked);
      return stream ? writeStream(profile, written, asked) : writeWhole(written, asked);
    },
  };
}

function describe(profile: ChatProfileWithManners, { id, window }: ChatModel, world: World): JsonObject {
  return { id, object: 'model', created: world.now(), owned_by: profile.name, context_window: window };
}

function json(value: unknown): ApiResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
