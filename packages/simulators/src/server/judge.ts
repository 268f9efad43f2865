/** Finds the account of a request and judges it, before anything is answered. */
import type { Api, ApiRequest, ApiResponse, Outcome, Violation } from '../api/api.ts';
import { findKey } from '../api/find-key.ts';
import type { Model } from '../api/model.ts';
import type { World } from '../api/world.ts';
import type { RequestFacts } from '../faults/fault.ts';
import type { LoggedRequest } from './logged-request.ts';

export interface Judged {
  readonly world: World;
  readonly facts: RequestFacts;
  readonly logged: Omit<LoggedRequest, 'status'>;
  /** The answer; asks the model if the request was accepted. */
  respond(model: Model): ApiResponse;
}

/** Local servers: any key is accepted, or none. */
const withoutKeys: readonly string[] = ['ollama', 'vllm'];

export function judge(
  api: Api,
  request: ApiRequest,
  keys: Readonly<Record<string, string>>,
  worldOf: (account: string) => World,
): Judged {
  const account = accountOf(api, request, keys);
  // The account '' belongs to no one.
  const world = worldOf(account ?? '');
  const outcome = admitted(api.handle(request, world), account, api, world);
  const { method, path } = request;
  const about = {
    method,
    path,
    ...withModel(outcome, request),
    ...(account === undefined ? {} : { account }),
    verdict: verdicts[outcome.kind],
  } as const;
  return {
    world,
    facts: { ...about, stream: outcome.kind === 'asked' && outcome.stream },
    logged: { ...about, ...findingsOf(outcome), ...(outcome.kind === 'asked' ? { seen: outcome.seen } : {}) },
    respond: (model) => (outcome.kind === 'asked' ? outcome.answer(model(outcome.seen)) : outcome.response),
  };
}

const verdicts = { asked: 'accepted', refused: 'refused', served: 'served' } as const;

function accountOf(api: Api, request: ApiRequest, keys: Readonly<Record<string, string>>): string | undefined {
  const key = api.identify ? api.identify(request, Object.keys(keys)) : findKey(request);
  const known = key !== undefined && Object.hasOwn(keys, key) ? keys[key] : undefined;
  return known ?? (withoutKeys.includes(api.name) ? Object.values(keys)[0] : undefined);
}

/** An unknown client gets an error about the key, or a 404, even if the API itself does not check the account. */
function admitted(outcome: Outcome, account: string | undefined, api: Api, world: World): Outcome {
  if (account !== undefined) return outcome;
  if (outcome.kind === 'refused' && isForStrangers(outcome.violation)) return outcome;
  const response = api.fail({ kind: 'auth' }, world);
  const violation = { rule: 'unknown-key', status: response.status, message: 'The key is unknown.', path: '' };
  return { kind: 'refused', violation, response };
}

/** Google answers 400 to a bad key. */
function isForStrangers({ rule, status }: Violation): boolean {
  return [401, 403, 404, 405].includes(status) || /key/.test(rule);
}

function withModel(outcome: Outcome, { body }: ApiRequest): { readonly model?: string } {
  if (outcome.kind === 'asked') return { model: outcome.model };
  const named = typeof body === 'object' && body !== null && 'model' in body ? body.model : undefined;
  return typeof named === 'string' ? { model: named } : {};
}

function findingsOf(outcome: Outcome): Pick<LoggedRequest, 'rules' | 'warnings' | 'message' | 'place'> {
  switch (outcome.kind) {
    case 'served':
      return { rules: [], warnings: [] };
    case 'asked':
      return { rules: [], warnings: outcome.warnings.map(({ rule }) => rule) };
    case 'refused': {
      const { rule, message, path } = outcome.violation;
      return { rules: [rule], warnings: [], message, place: path };
    }
  }
}
