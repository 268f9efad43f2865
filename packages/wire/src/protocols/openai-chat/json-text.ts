/** JSON text of a value from the network, which may be nested deeper than `JSON.stringify` can go. */
import type { JsonValue } from '@interlock/transcript';

export function jsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '"(nested too deeply)"';
  }
}
