/** The state that a stored response gives its call (REQ-915-048), and its strength against other responses (ARCHITECTURE, the order of repair). */
import type { ToolResponseBlock } from './content.ts';

export type CompletionState = 'error' | 'complete' | 'pending';

/** The order of states in REQ-915-048. An empty `error` counts as absent. */
export function completionState(block: ToolResponseBlock): CompletionState {
  if (hasError(block)) return 'error';
  if (block.isComplete === true) return 'complete';
  return hasResult(block) ? 'complete' : 'pending';
}

/** How strong a response is against others for the same call. REQ-915-048 defines the states, but not which response wins. */
export type Strength = 0 | 1 | 2 | 3;
export const strengthOf: (block: ToolResponseBlock) => Strength = (block) => {
  if (block.synthetic !== undefined) return strength.synthetic;
  if (hasResult(block)) return strength.result;
  return completionState(block) === 'pending' ? strength.pending : strength.outcome;
};

export const strength = {
  /** Not a completion at all. */
  pending: 0,
  /** A placeholder that we wrote. */
  synthetic: 1,
  /** An error, or the statement that the call finished without output. */
  outcome: 2,
  /** A result. */
  result: 3,
} as const;

export const isReal = (value: Strength): boolean => value >= strength.outcome;

function hasResult(block: ToolResponseBlock): boolean {
  return block.result !== undefined && block.result !== null;
}

export function hasError(block: ToolResponseBlock): boolean {
  return block.error !== undefined && block.error !== null && block.error !== '';
}
