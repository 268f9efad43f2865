/** A value as JSON text. `JSON.stringify` runs out of stack some thousand levels down: there is no text then. */
import type { JsonValue } from '@interlock/transcript';

export function jsonText(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
