/** Sends a request to the simulated API without a network. */
import type { ApiRequest, Outcome } from '../../src/api/api.ts';
import { createWorld, type World } from '../../src/api/world.ts';
import { ollama } from '../../src/ollama/index.ts';

export type Body = Readonly<Record<string, unknown>>;
export type AskedOutcome = Extract<Outcome, { readonly kind: 'asked' }>;

export const world: World = createWorld({ account: 'ada', endpoint: 'http://127.0.0.1:1', secret: 'a secret' });

export function requestOf(path: string, body: unknown, changes: Partial<ApiRequest> = {}): ApiRequest {
  return {
    method: body === undefined ? 'GET' : 'POST',
    path,
    query: new URLSearchParams(),
    headers: {},
    body,
    raw: body === undefined ? '' : (JSON.stringify(body) ?? ''),
    ...changes,
  };
}

export function send(path: string, body: unknown, changes: Partial<ApiRequest> = {}): Outcome {
  return ollama.handle(requestOf(path, body, changes), world);
}

export function mustAsk(outcome: Outcome): AskedOutcome {
  if (outcome.kind !== 'asked') throw new Error(JSON.stringify(outcome));
  return outcome;
}
