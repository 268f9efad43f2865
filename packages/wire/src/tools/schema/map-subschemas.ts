/** Goes one level down: the same schema with every schema in it replaced. Everything else stays as it is. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from './keywords.ts';

export function mapSubschemas(schema: JsonObject, change: (child: JsonObject) => JsonValue): JsonObject {
  const changed = (value: JsonValue): JsonValue => {
    const child = asObject(value);
    return child === undefined ? value : change(child);
  };
  const entries = Object.entries(schema).map(([keyword, value]): readonly [string, JsonValue] => {
    if (schemaMapKeywords.includes(keyword)) {
      const map = asObject(value);
      if (map === undefined) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(map).map(([name, child]) => [name, changed(child)]))];
    }
    if (Array.isArray(value))
      return [keyword, schemaListKeywords.includes(keyword) ? asArray(value).map(changed) : value];
    return [keyword, schemaKeywords.includes(keyword) ? changed(value) : value];
  });
  return Object.fromEntries(entries);
}
