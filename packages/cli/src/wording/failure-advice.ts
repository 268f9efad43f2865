/** Advice for the user after a failed turn. */
import type { Failure, FailureReason } from '@interlock/wire';

/** The failed turn. `kept`: its session can be resumed. */
interface FailedTurn {
  readonly session: string;
  readonly kept: boolean;
  readonly target?: string;
}

export function failureAdvice(failure: Failure, { session, kept, target }: FailedTurn): readonly string[] {
  const again = kept ? `Nothing is lost: continue with --resume ${session}.` : undefined;
  const what = missingPath(failure, target) ?? adviceOn(failure.reason, '--model');
  return [what, again].filter((line) => line !== undefined);
}

/** `choose`: how to choose another model in this front end. Undefined: no specific advice. */
export function adviceOn(reason: FailureReason, choose: '--model' | '/model'): string | undefined {
  return advice[reason]?.replace('--model', choose);
}

/** A server in place of OpenAI's that has only Chat Completions answers 404. */
export function missingPath({ status, reason }: Failure, target = ''): string | undefined {
  if (status !== 404 || reason === 'model-not-found' || !target.startsWith('openai/')) return undefined;
  return 'If this server has only Chat Completions, set "providers": { "openai": { "protocol": "openai-chat" } } in the configuration (`interlock config --path` says where).';
}

const useAnother = 'Use another model with --model, or wait.';

const advice: Partial<Readonly<Record<FailureReason, string>>> = {
  auth: 'Check the key: `interlock providers` shows where each one comes from.',
  'auth-permanent': 'Check the key: `interlock providers` shows where each one comes from.',
  billing: 'Top up the account, or raise its limit. Or use another model with --model.',
  'rate-limit': useAnother,
  overloaded: useAnother,
  server: useAnother,
  timeout: useAnother,
  network: 'Check the connection and the address: `interlock providers` shows which one is used.',
  'model-not-found': '`interlock models` lists the available models.',
  'context-overflow': 'Use a model with a larger window with --model.',
  'invalid-request': 'This model refuses the request as it is. Use another one with --model.',
  'content-filter': 'Rephrase it, or use another model with --model.',
};
