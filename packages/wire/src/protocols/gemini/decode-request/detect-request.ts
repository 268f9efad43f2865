/** A request of Gemini has `contents`, as our own histories have, but with `parts` in them. */
import type { JsonObject } from '@interlock/transcript';
import { asObjects } from '../../../json/json.ts';
import type { Likeness } from '../../protocol.ts';

export function detectRequest({ contents }: JsonObject): Likeness | undefined {
  return asObjects(contents).some((entry) => entry['parts'] !== undefined) ? 'certain' : undefined;
}
