/** Whether a chunk says a text and nothing else: reading it again with another text changes nothing but that. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';

/** Undefined: there is no text, or something else. */
export function onlyText(value: JsonValue): string | undefined {
  const chunk = asObject(value);
  const [choice, ...others] = asArray(chunk?.['choices']).map(asObject);
  const delta = asObject(choice?.['delta']);
  if (chunk === undefined || choice === undefined || delta === undefined || others.length > 0) return undefined;
  const text = asText(delta['content']);
  const isAlone = isEmptyBeside(chunk, head) && isEmptyBeside(choice, place) && isEmptyBeside(delta, said);
  return text !== '' && isAlone && (choice['index'] ?? 0) === 0 ? text : undefined;
}

const head: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'choices']);
const place: ReadonlySet<string> = new Set(['index', 'delta']);
const said: ReadonlySet<string> = new Set(['role', 'content']);

function isEmptyBeside(object: JsonObject, names: ReadonlySet<string>): boolean {
  for (const name in object) {
    const value = object[name];
    if (value !== null && value !== '' && !names.has(name)) return false;
  }
  return true;
}
