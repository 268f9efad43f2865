/** An event as its SSE frame: the type is in the data and before it. */
import type { JsonObject } from '@interlock/transcript';
import { asText } from '../../../json/json.ts';
import type { Frame } from '../../../transport/frame.ts';

export function frameOf(data: JsonObject): Frame {
  return { event: asText(data['type']), data: JSON.stringify(data) };
}
