/** One simulated provider with two accounts, used without a network. */
import type { Api, ApiRequest, ApiResponse, Outcome } from '../../src/api/api.ts';
import type { Answer } from '../../src/api/model.ts';
import { createWorld, type World } from '../../src/api/world.ts';
import { createOpenaiResponses } from '../../src/responses/index.ts';

export type Json = Record<string, unknown>;

export interface Provider {
  readonly api: Api;
  readonly world: World;
  /** Another account of the same provider. */
  readonly other: World;
  /** The same account at another address. */
  readonly elsewhere: World;
  /** An account that stores nothing. */
  readonly withoutStorage: World;
  /** Advances the clock. */
  wait(seconds: number): void;
  handle(request: ApiRequest, world?: World): Outcome;
  /** Answers a request that must be accepted, and returns the response as an object. */
  ask(body: Json, answer: Answer, world?: World): Json & { readonly id: string; readonly output: readonly Json[] };
}

/** Default: OpenAI's own; `root` is the path before its own paths. */
export function createProvider(api: Api = createOpenaiResponses(), root = ''): Provider {
  let now = 1_790_000_000;
  let given = 0;
  const worldOf = (account: string, endpoint = 'http://responses.test'): World =>
    createWorld({
      account,
      endpoint,
      secret: 'the provider’s',
      now: () => now,
      next: () => {
        given += 1;
        return given;
      },
    });
  const world = worldOf('main');
  return {
    api,
    world,
    other: worldOf('other'),
    elsewhere: worldOf('main', 'http://elsewhere.test'),
    withoutStorage: worldOf('zdr-clinic'),
    wait: (seconds) => {
      now += seconds;
    },
    handle: (request, asked = world) => api.handle(request, asked),
    ask: (body, answer, asked = world) => {
      const outcome = api.handle(request('POST', `${root}/v1/responses`, body), asked);
      if (outcome.kind !== 'asked') throw new Error(`Not asked: ${JSON.stringify(outcome)}`);
      const response = JSON.parse(textOf(outcome.answer(answer)));
      return response;
    },
  };
}

export function textOf({ body }: ApiResponse): string {
  return typeof body === 'string' ? body : body.join('');
}

export function create(body: unknown): ApiRequest {
  return request('POST', '/v1/responses', body);
}

export function request(method: string, path: string, body?: unknown, query = ''): ApiRequest {
  const headers = { authorization: 'Bearer sk-test', 'content-type': 'application/json' };
  const raw = body === undefined ? '' : (JSON.stringify(body) ?? '');
  return { method, path, query: new URLSearchParams(query), headers, body, raw };
}

/** The data of every event of a stream. */
export function eventsOf({ body }: ApiResponse): readonly Json[] {
  if (typeof body === 'string') throw new Error(`No stream: ${body}`);
  return body.map((piece) => {
    const found = /^event: (\S+)\ndata: (.*)\n\n$/s.exec(piece);
    if (!found) throw new Error(`No event: ${piece}`);
    const data = JSON.parse(found[2] ?? '');
    if (data.type !== found[1]) throw new Error(`${found[1]} is called ${data.type}`);
    return data;
  });
}

export const user = (text: string): Json => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});
export const assistant = (text: string, more: Json = {}): Json => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...more,
});
export const call = (id: string, more: Json = {}): Json => ({
  type: 'function_call',
  call_id: id,
  name: 'read',
  arguments: '{"path":"a"}',
  ...more,
});
export const output = (id: string, text: unknown = 'done'): Json => ({
  type: 'function_call_output',
  call_id: id,
  output: text,
});
export const tool = (name: string, more: Json = {}): Json => ({
  type: 'function',
  name,
  description: `To ${name}.`,
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
    additionalProperties: false,
  },
  strict: false,
  ...more,
});

export const thinkAndSay: Answer = { parts: [{ think: 'Hm.' }, { say: 'Hello.' }], stop: 'end' };
export const thinkAndCall: Answer = {
  parts: [{ think: 'Read first.' }, { call: 'read', args: { path: 'a' } }],
  stop: 'calls',
};
export const encrypted: Json = { store: false, include: ['reasoning.encrypted_content'] };
