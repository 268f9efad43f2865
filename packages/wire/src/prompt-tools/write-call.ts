/** A call in the textual form, as the model is told to write it and as it is shown its own earlier ones. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { callCloses, callOpens, escapeTags } from './tags.ts';

export function writeCall(name: string, args: JsonObject): string {
  const json = JSON.stringify({ name, arguments: args }, escapeText);
  // Keys are not escaped above; in JSON a `<` stands only inside strings, where it may be written as a number.
  return callOpens + json.replace(/<(?=\/?tool_(?:call|result))/g, '\\u003c') + callCloses;
}

function escapeText(_key: string, value: JsonValue): JsonValue {
  return typeof value === 'string' ? escapeTags(value) : value;
}
