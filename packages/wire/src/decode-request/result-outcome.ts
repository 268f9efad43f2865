/** A result as a request gives it, as what our histories call it. */
import { type JsonValue, jsonText } from '@interlock/transcript';

/** A completion needs a word (REQ-915-048). */
const silentFailure = 'The tool failed without a message.';

export function outcomeOf(
  result: JsonValue,
  failed: boolean,
): { readonly error: string } | { readonly result: JsonValue } {
  if (!failed) return { result };
  return { error: (typeof result === 'string' ? result : jsonText(result)) || silentFailure };
}
