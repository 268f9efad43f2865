/** An event as its SSE frame: the type stands in the data and before it. */
import type { JsonObject } from '@interlock/transcript';
import { asText } from '../../../json.ts';
import type { Frame } from '../../../protocol.ts';

export function frameOf(data: JsonObject): Frame {
  return { event: asText(data['type']), data: JSON.stringify(data) };
}
