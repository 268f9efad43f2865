/** Why the model stopped, in the words of the API and in ours. */
import type { StopReason } from '../../reply/events.ts';

const meanings: ReadonlyMap<string, StopReason> = new Map([
  ['end_turn', 'end'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'max-tokens'],
  ['model_context_window_exceeded', 'max-tokens'],
  ['stop_sequence', 'stop-sequence'],
  ['guardrail_intervened', 'content-filter'],
  ['content_filtered', 'content-filter'],
  ['malformed_model_output', 'error'],
  ['malformed_tool_use', 'error'],
]);

const words: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  'tool-calls': 'tool_use',
  'max-tokens': 'max_tokens',
  'stop-sequence': 'stop_sequence',
  'content-filter': 'content_filtered',
  pause: 'end_turn',
  error: 'end_turn',
};

/** A reason unknown to us, or none at all, is read off what the reply holds. */
export function readStop(rawStop: string, hasCalls: boolean): StopReason {
  return meanings.get(rawStop) ?? (hasCalls ? 'tool-calls' : 'end');
}

/** The provider's own word is kept where it is one of this API's. */
export function writeStop(stop: StopReason, rawStop: string | undefined): string {
  return rawStop !== undefined && meanings.get(rawStop) === stop ? rawStop : words[stop];
}
