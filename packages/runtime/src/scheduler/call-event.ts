/** The events about calls. Progress is reported as it happens, results in the order of the calls. */
import type { JsonValue } from '@interlock/transcript';
import type { Outcome } from './outcome.ts';

export type CallEvent =
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly args: JsonValue }
  /** The user is asked; `rule` would allow the call next time. */
  | {
      readonly type: 'tool-approval';
      readonly id: string;
      readonly name: string;
      readonly subject: string;
      readonly rule: string;
    }
  | { readonly type: 'tool-start'; readonly id: string; readonly name: string }
  | { readonly type: 'tool-progress'; readonly id: string; readonly text: string }
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly name: string;
      readonly outcome: Outcome;
      readonly ms: number;
    };
