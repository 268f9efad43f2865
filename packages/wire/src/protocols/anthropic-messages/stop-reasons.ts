/** Translates stop reasons between the API and ours. */
import type { StopReason } from '../../reply/events.ts';

const meanings: ReadonlyMap<string, StopReason> = new Map([
  ['end_turn', 'end'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'max-tokens'],
  ['model_context_window_exceeded', 'max-tokens'],
  ['stop_sequence', 'stop-sequence'],
  ['refusal', 'content-filter'],
  ['pause_turn', 'pause'],
  // The answer is only a summary of the conversation, as the client asked.
  ['compaction', 'end'],
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

/** An unknown or missing reason is derived from what the reply contains. */
export function readStop(rawStop: string, hasCalls: boolean): StopReason {
  return meanings.get(rawStop) ?? (hasCalls ? 'tool-calls' : 'end');
}

export function isKnownStop(rawStop: string): boolean {
  return meanings.has(rawStop);
}

/** The provider's own word if this API has it and it means the same. */
export function writeStop(stop: StopReason, rawStop: string | undefined): string {
  return rawStop !== undefined && meanings.get(rawStop) === stop ? rawStop : words[stop];
}
