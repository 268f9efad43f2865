/** Sends a request to a simulated API without a network. */
import type { Api, ApiRequest, Outcome, Violation } from '../src/api/api.ts';
import { createWorld, type World, type WorldOptions } from '../src/api/world.ts';

export interface Sent {
  /** Includes the query. */
  readonly path: string;
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function requestOf({
  path,
  body,
  method = 'POST',
  headers = { authorization: 'Bearer key' },
}: Sent): ApiRequest {
  const [place = '', query = ''] = path.split('?');
  const raw = body === undefined ? '' : JSON.stringify(body);
  return {
    method,
    path: place,
    query: new URLSearchParams(query),
    headers,
    body: raw === '' ? undefined : JSON.parse(raw),
    raw,
  };
}

export function worldOf(options: Partial<WorldOptions> = {}): World {
  return createWorld({ account: 'main', endpoint: 'http://127.0.0.1:1', secret: 'a secret', ...options });
}

export function send(api: Api, sent: Sent, world: World = worldOf()): Outcome {
  return api.handle(requestOf(sent), world);
}

/** The rule that refused it, or the rules it was warned about. */
export function findingsOf(outcome: Outcome): readonly Violation[] {
  if (outcome.kind === 'refused') return [outcome.violation];
  return outcome.kind === 'asked' ? outcome.warnings : [];
}

/** The parsed body of a refusal or of a served answer. */
export function bodyOf(outcome: Outcome): unknown {
  return outcome.kind === 'asked' ? undefined : JSON.parse(String(outcome.response.body));
}
