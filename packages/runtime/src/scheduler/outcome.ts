/** How a call ended: with what its tool said, or closed with the true reason. */
import type { ClosureState, JsonValue, MediaBlock, ToolCallBlock } from '@interlock/transcript';

export type Outcome =
  | { readonly state: 'complete'; readonly result: JsonValue; readonly media?: readonly MediaBlock[] }
  | {
      readonly state: 'error';
      readonly error: string;
      readonly result?: JsonValue;
      readonly media?: readonly MediaBlock[];
    }
  /** `partial`: what it had said by then; with `denied`, why and what would allow it. */
  | { readonly state: ClosureState; readonly partial?: string };

export interface SettledCall {
  readonly call: ToolCallBlock;
  readonly outcome: Outcome;
}
