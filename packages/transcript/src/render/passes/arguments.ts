/** Providers accept only an object as arguments. Text that contains a JSON object is parsed; anything else is wrapped in one. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import { parseExactly } from '../../json/parse-exactly.ts';
import { toJson } from '../../json/to-json.ts';
import { rawArgumentsKey } from '../model-texts.ts';

export interface Arguments {
  readonly value: JsonObject;
  /** The original value, if it was not an object. */
  readonly was?: 'text' | 'broken-text' | 'list' | 'scalar' | 'nothing';
}

export function asArguments(value: JsonValue): Arguments {
  if (isJsonObject(value)) return { value };
  if (value === null || value === '') return { value: {}, was: 'nothing' };
  if (typeof value === 'string') {
    const parsed = parseObject(value);
    if (parsed !== undefined) return { value: parsed, was: 'text' };
    return { value: { [rawArgumentsKey]: value }, was: 'broken-text' };
  }
  return { value: { [rawArgumentsKey]: value }, was: Array.isArray(value) ? 'list' : 'scalar' };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const { value } = toJson(parseExactly(text));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
