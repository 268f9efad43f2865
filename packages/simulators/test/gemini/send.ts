/** Sends a request to the simulated API without a network, as one of its accounts. */
import type { Api, ApiRequest, Outcome } from '../../src/api/api.ts';
import type { Answer } from '../../src/api/model.ts';
import { createWorld, type World, type WorldOptions } from '../../src/api/world.ts';
import { gemini } from '../../src/gemini/index.ts';
import { createVertexGemini } from '../../src/vertex/index.ts';

export const vertexGemini: Api = createVertexGemini();

export type Body = Readonly<Record<string, unknown>>;

export function worldOf(options: Partial<WorldOptions> = {}): World {
  return createWorld({ account: 'ada', endpoint: 'http://127.0.0.1:1', secret: 'a secret', ...options });
}

export function requestOf(path: string, body: unknown, changes: Partial<ApiRequest> = {}): ApiRequest {
  const [route = '', query = ''] = path.split('?');
  return {
    method: body === undefined ? 'GET' : 'POST',
    path: route,
    query: new URLSearchParams(query),
    headers: { 'x-goog-api-key': 'key' },
    body,
    raw: body === undefined ? '' : JSON.stringify(body),
    ...changes,
  };
}

/** Models whose names begin with `vertex-` are requested at Vertex. */
export function ask(model: string, body: unknown, world: World = worldOf(), method = 'generateContent'): Outcome {
  if (model.startsWith('vertex-')) {
    const path = `/v1/projects/p/locations/global/publishers/google/models/${model.slice('vertex-'.length)}:${method}`;
    return vertexGemini.handle(requestOf(path, body, { headers: { authorization: 'Bearer token' } }), world);
  }
  return gemini.handle(requestOf(`/v1beta/models/${model}:${method}`, body), world);
}

export type AskedOutcome = Extract<Outcome, { readonly kind: 'asked' }>;

export function mustAsk(outcome: Outcome): AskedOutcome {
  if (outcome.kind !== 'asked') throw new Error(JSON.stringify(outcome));
  return outcome;
}

export interface WrittenPart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: unknown };
}

/** The parts of a whole answer. */
export function partsOf(outcome: Outcome, answer: Answer): readonly WrittenPart[] {
  const { body } = mustAsk(outcome).answer(answer);
  if (typeof body !== 'string') throw new Error('a stream');
  return JSON.parse(body).candidates[0].content.parts ?? [];
}
