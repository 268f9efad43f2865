/** How a call ended: with the output of its tool, or closed with the real reason. */
import type { ClosureState, JsonValue, MediaBlock, ToolCallBlock } from '@interlock/transcript';

export type Outcome =
  | { readonly state: 'complete'; readonly result: JsonValue; readonly media?: readonly MediaBlock[] }
  | {
      readonly state: 'error';
      readonly error: string;
      readonly result?: JsonValue;
      readonly media?: readonly MediaBlock[];
    }
  /** `partial`: its output so far; for `denied`, the reason and what would allow it. */
  | { readonly state: ClosureState; readonly partial?: string };

export interface SettledCall {
  readonly call: ToolCallBlock;
  readonly outcome: Outcome;
}

/** Appends a note to the output. A closure without output stays unchanged. */
export function withNote(outcome: Outcome, note: string): Outcome {
  if (outcome.state === 'error') return { ...outcome, error: `${outcome.error}\n\n${note}` };
  if (outcome.state !== 'complete') return outcome;
  const { result } = outcome;
  if (result === null || result === '') return { ...outcome, result: note };
  return { ...outcome, result: typeof result === 'string' ? `${result}\n\n${note}` : { result, note } };
}
