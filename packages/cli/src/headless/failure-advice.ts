/** What to do about a turn that failed. */
import type { FailureReason } from '@interlock/wire';
import type { PrintResult } from './result.ts';

export function failureAdvice(reason: FailureReason, { session, kept }: PrintResult): readonly string[] {
  const again = kept ? `Nothing is lost: go on with --resume ${session}.` : undefined;
  const what = adviceOn(reason, '--model');
  return [what, again].filter((line) => line !== undefined);
}

/** `choose`: how another model is chosen there. Undefined: there is nothing particular to do. */
export function adviceOn(reason: FailureReason, choose: '--model' | '/model'): string | undefined {
  return advice[reason]?.replace('--model', choose);
}

const elsewhere = 'Ask another model with --model, or wait.';

const advice: Partial<Readonly<Record<FailureReason, string>>> = {
  auth: 'Check the key: `interlock providers` shows where each one comes from.',
  'auth-permanent': 'Check the key: `interlock providers` shows where each one comes from.',
  billing: 'The account has to be topped up. Or ask another model with --model.',
  'rate-limit': elsewhere,
  overloaded: elsewhere,
  server: elsewhere,
  timeout: elsewhere,
  network: 'Check the connection, and the address: `interlock providers` shows what is reached.',
  'model-not-found': '`interlock models` lists the models there are.',
  'context-overflow': 'Ask a model with a larger window with --model.',
};
