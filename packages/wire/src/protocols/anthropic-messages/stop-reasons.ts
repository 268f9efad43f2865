/** Why the model stopped, in the words of the API and in ours. */
import type { StopReason } from '../../reply/events.ts';

const meanings: ReadonlyMap<string, StopReason> = new Map([
  ['end_turn', 'end'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'max-tokens'],
  ['model_context_window_exceeded', 'max-tokens'],
  ['stop_sequence', 'stop-sequence'],
  ['refusal', 'content-filter'],
  ['pause_turn', 'pause'],
]);

const words: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  'tool-calls': 'tool_use',
  'max-tokens': 'max_tokens',
  'stop-sequence': 'stop_sequence',
  'content-filter': 'refusal',
  pause: 'pause_turn',
  error: 'end_turn',
};

/** A reason unknown to us, or none at all, is read off what the reply holds. */
export function readStop(rawStop: string, hasCalls: boolean): StopReason {
  return meanings.get(rawStop) ?? (hasCalls ? 'tool-calls' : 'end');
}

/** The provider's own word where it is one of this API and means the same. */
export function writeStop(stop: StopReason, rawStop: string | undefined): string {
  return rawStop !== undefined && meanings.get(rawStop) === stop ? rawStop : words[stop];
}
