/** The text of one of Mistral's thinking chunks: a list of text chunks, or the text itself. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json/json.ts';

export function thoughtOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return asArray(value)
    .map((chunk) => asText(asObject(chunk)?.['text']))
    .join('');
}
