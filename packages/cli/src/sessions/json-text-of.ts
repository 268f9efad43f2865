/** Arguments as they are stored may be anything; what is shown of them is JSON. */
import { type JsonValue, toJson } from '@interlock/transcript';

export function jsonTextOf(value: unknown): JsonValue {
  return toJson(value).value;
}
