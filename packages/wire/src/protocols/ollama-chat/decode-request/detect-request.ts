/** What tells a request of Ollama's chat from those of the other protocols that call their list `messages`. */
import type { JsonObject } from '@interlock/transcript';
import { asObjects } from '../../../json/json.ts';
import type { Likeness } from '../../protocol.ts';

const fields: readonly string[] = ['options', 'keep_alive', 'think', 'format', 'truncate', 'shift'];

export function detectRequest(body: JsonObject): Likeness | undefined {
  if (!Array.isArray(body['messages'])) return undefined;
  const isOwn =
    fields.some((field) => body[field] !== undefined) ||
    asObjects(body['messages']).some(({ images, tool_name }) => images !== undefined || tool_name !== undefined);
  return isOwn ? 'certain' : undefined;
}
