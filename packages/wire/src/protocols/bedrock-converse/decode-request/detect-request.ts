/** A request of Converse: its blocks have no `type` but one member that says what they are. */
import type { JsonObject } from '@interlock/transcript';
import { asObjects } from '../../../json/json.ts';
import type { Likeness } from '../../protocol.ts';

const fields: readonly string[] = ['inferenceConfig', 'toolConfig', 'additionalModelRequestFields', 'guardrailConfig'];
const members: readonly string[] = [
  'text',
  'toolUse',
  'toolResult',
  'image',
  'document',
  'reasoningContent',
  'cachePoint',
];

export function detectRequest(body: JsonObject): Likeness | undefined {
  if (!Array.isArray(body['messages'])) return undefined;
  if (fields.some((field) => body[field] !== undefined)) return 'certain';
  const blocks = asObjects(body['messages']).flatMap(({ content }) => asObjects(content));
  return blocks.some(isBlock) ? 'certain' : undefined;
}

function isBlock(block: JsonObject): boolean {
  return block['type'] === undefined && members.some((member) => block[member] !== undefined);
}
