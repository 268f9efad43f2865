/**
 * An object whose keys are not known in advance, for dialects that can only declare known ones (GEM-023, OAC-020): a string
 * that holds it as JSON. `apply-defaults.ts` turns it back into the object. A bare `{type: 'object'}` is refused by some,
 * and where it is taken the model can only write `{}`.
 */
import type { JsonObject } from '@interlock/transcript';

const note = 'A JSON object, written as text.';

export function objectAsText(description: string): JsonObject {
  return { type: 'string', description: description === '' ? note : `${description} (${note})` };
}
