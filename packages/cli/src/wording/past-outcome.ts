/** The outcome of a past call, from its response in the history. */
import type { Outcome } from '@interlock/runtime';
import {
  completionState,
  type MediaBlock,
  syntheticTexts,
  type ToolResponseBlock,
  toJson,
} from '@interlock/transcript';

/** `media`: those of the response. */
export function pastOutcome(response: ToolResponseBlock | undefined, media: readonly MediaBlock[] = []): Outcome {
  if (response === undefined || completionState(response) === 'pending') return { state: 'cancelled' };
  const { synthetic, error, result } = response;
  const files = media.length === 0 ? {} : { media };
  if (synthetic !== undefined) return closedOutcome(synthetic, error);
  if (error !== undefined) return { state: 'error', error, ...files };
  return { state: 'complete', result: toJson(result).value, ...files };
}

/**
 * The output of the call follows our own sentence. Only the current wording is recognized: in sessions written before it was reworded, it
 * is shown as part of the output.
 */
function closedOutcome(reason: NonNullable<ToolResponseBlock['synthetic']>, text = ''): Outcome {
  const state = reason === 'lost' ? 'interrupted' : reason;
  const sentence = syntheticTexts[reason];
  const partial = text.startsWith(sentence) ? text.slice(sentence.length).trim() : text;
  return partial === '' ? { state } : { state, partial };
}
