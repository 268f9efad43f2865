/** Values from the network as text again. `JSON.stringify` alone runs out of stack on a value nested deep enough. */
import { type JsonValue, toJson } from '@interlock/transcript';

export function jsonText(value: JsonValue): string {
  return JSON.stringify(toJson(value).value);
}
