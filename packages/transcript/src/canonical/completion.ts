/** The state that a stored response gives its call (REQ-915-048), and its strength against other responses (ARCHITECTURE, the order of repair). */
import type { ToolResponseBlock } from './content.ts';

export type CompletionState = 'error' | 'complete' | 'pending';

/** The order of states in REQ-915-048. An empty `error` counts as absent. */
export function completionState(block: ToolResponseBlock): CompletionState {
  if (hasError(block)) return 'error';
  if (block.isComplete === true) return 'complete';
  return hasResult(block) ? 'complete' : 'pending';
}

/**
 * Which of several responses to one call wins (decision 3); REQ-915-048 defines only the state of each. An error or a success
 * without `isComplete` is complete.
 */
export type Strength = 0 | 1 | 2 | 3 | 4;

export const strength = {
  /** A placeholder that we wrote. */
  closure: 0,
  /** Not a completion at all. */
  pending: 1,
  /** What was there when it was written: `isComplete: false`. The whole is still to come. */
  partial: 2,
  error: 3,
  success: 4,
} as const;

export function strengthOf(block: ToolResponseBlock): Strength {
  if (block.synthetic !== undefined) return strength.closure;
  const state = completionState(block);
  if (state === 'pending') return strength.pending;
  if (block.isComplete === false) return strength.partial;
  return state === 'error' ? strength.error : strength.success;
}

/** It says what the tool did, if not all of it. */
export const isReal = (value: Strength): boolean => value >= strength.partial;

/** Nothing more is expected after it. */
export const isFinal = (value: Strength): boolean => value >= strength.error;

export function hasResult(block: ToolResponseBlock): boolean {
  return block.result !== undefined && block.result !== null;
}

export function hasError(block: ToolResponseBlock): boolean {
  return block.error !== undefined && block.error !== null && block.error !== '';
}
