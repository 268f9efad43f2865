/** Who speaks in a message, by the roles of all APIs and of the libraries that store conversations. Each API still reports roles it refuses. */
import type { JsonObject, Speaker } from '@interlock/transcript';
import { asText } from '../json/json.ts';

const speakers: ReadonlyMap<string, Speaker> = new Map<string, Speaker>([
  ...['user', 'human'].map((role) => [role, 'human'] as const),
  ...['assistant', 'model', 'ai', 'bot'].map((role) => [role, 'ai'] as const),
  ...['system', 'developer'].map((role) => [role, 'system'] as const),
  ...['tool', 'function'].map((role) => [role, 'tool'] as const),
]);

/** Any other role (`toolResult`, a blank one): the fields of a Chat message tell. Otherwise it is the user's. */
export function speakerOf(message: JsonObject): Speaker {
  const known = speakers.get(asText(message['role']).trim().toLowerCase());
  if (known !== undefined) return known;
  if (Array.isArray(message['tool_calls'] ?? message['toolCalls'])) return 'ai';
  return answeredCall(message) === '' ? 'human' : 'tool';
}

/** The id of the call that a message answers, in either spelling. */
export function answeredCall({ tool_call_id, toolCallId }: JsonObject): string {
  return asText(tool_call_id) || asText(toolCallId);
}
