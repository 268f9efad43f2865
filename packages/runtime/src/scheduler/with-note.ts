/** An outcome with a note behind what the tool said. What was closed without a word of its own stays as it is. */
import type { Outcome } from './outcome.ts';

export function withNote(outcome: Outcome, note: string): Outcome {
  if (outcome.state === 'error') return { ...outcome, error: `${outcome.error}\n\n${note}` };
  if (outcome.state !== 'complete') return outcome;
  const { result } = outcome;
  if (result === null || result === '') return { ...outcome, result: note };
  return { ...outcome, result: typeof result === 'string' ? `${result}\n\n${note}` : { result, note } };
}
