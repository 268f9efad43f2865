/**
 * How a client's item of the model takes the place of the rendered one. Items have the ids that they were rendered with (OAR-009), and
 * reasoning is always rendered: it goes back without its summary (OAR-015).
 */
import type { JsonObject } from '@interlock/transcript';
import { asText } from '../../json/json.ts';
import type { AnswerForm } from '../protocol.ts';
import { kindOf } from './provider-item.ts';

export const answers: AnswerForm = {
  tokens: (item) => (isOfModel(item) ? [asText(item['type']) || 'message', item['call_id'] ?? null] : undefined),
  adapted: (item, rendered) => {
    if (item['type'] === 'reasoning') return rendered;
    const { id: _, ...answer } = item;
    return rendered['id'] === undefined ? answer : { ...answer, id: rendered['id'] };
  },
};

function isOfModel(item: JsonObject): boolean {
  const kind = kindOf(item);
  return kind === 'message' || kind === 'unknown' ? item['role'] === 'assistant' : true;
}
