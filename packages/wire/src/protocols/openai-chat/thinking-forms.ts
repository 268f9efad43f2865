/**
 * How servers write thinking: OpenRouter's `reasoning_details`, opaque entries that arrive in chunks and are sent back whole
 * (ORT-003), and Mistral's chunks.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json/json.ts';

/** Adds one entry, or a chunk of the last entry. */
export function addDetail(details: JsonValue[], detail: JsonValue): void {
  const last = asObject(details.at(-1));
  const piece = asObject(detail);
  if (last === undefined || piece === undefined || !continues(last, piece)) details.push(detail);
  else details[details.length - 1] = joined(last, piece);
}

/** The readable part of an entry; encrypted entries have none. */
export function detailText(detail: JsonValue): string {
  const entry = asObject(detail);
  return asText(entry?.['text']) || asText(entry?.['summary']);
}

/** Streaming splits entries of visible text; the others come whole. A signature ends its entry. */
function continues(last: JsonObject, piece: JsonObject): boolean {
  const { type, index, signature } = last;
  if (type !== 'reasoning.text' && type !== 'reasoning.summary') return false;
  return piece['type'] === type && piece['index'] === index && asText(signature) === '';
}

function joined(last: JsonObject, piece: JsonObject): JsonObject {
  const field = last['type'] === 'reasoning.text' ? 'text' : 'summary';
  const present = Object.entries(piece).filter(([, value]) => value !== null);
  return { ...last, ...Object.fromEntries(present), [field]: asText(last[field]) + asText(piece[field]) };
}

/** The text of one of Mistral's thinking chunks: a list of text chunks, or the text itself. */
export function thoughtOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return asArray(value)
    .map((chunk) => asText(asObject(chunk)?.['text']))
    .join('');
}
