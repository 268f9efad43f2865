/**
 * The text of a field that should be one. Clients also write a list of texts, or an object around it (`{ value }` in the Assistants API);
 * what has no text is kept as JSON, so that nothing said is lost.
 */
import { type JsonValue, jsonText } from '@interlock/transcript';
import { asArray, asObject } from '../json/json.ts';

/** Deeper values are kept as JSON. */
const deepest = 8;

export function textIn(value: JsonValue | undefined, depth = 0): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (depth >= deepest || typeof value !== 'object') return jsonText(value);
  const object = asObject(value);
  if (object === undefined) return joined(asArray(value).map((entry) => textIn(entry, depth + 1)));
  const inner = object['text'] ?? object['value'] ?? object['content'] ?? object['parts'];
  if (inner !== undefined && inner !== null) return textIn(inner, depth + 1);
  return Object.keys(object).length === 0 ? '' : jsonText(object);
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}
