/** How a client's content of the model takes the place of the rendered one: signatures, and what Google ran, must be those that were rendered. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import type { AnswerForm } from '../protocol.ts';
import { field } from './field.ts';
import { readServerCall, readServerResult } from './server-tool.ts';

export const answers: AnswerForm = {
  tokens: (entry) => (entry['role'] === 'model' ? asArray(field(entry, 'parts')).flatMap(tokensOf) : undefined),
  adapted: withoutIds,
};

function tokensOf(part: JsonValue): readonly JsonValue[] {
  const object = asObject(part);
  if (object === undefined) return [];
  const { id, name, args } = readServerCall(object) ?? {};
  const { result } = readServerResult(object) ?? {};
  return [id, name, args, result, field(object, 'thoughtSignature')].filter((token) => token !== undefined);
}

/** GEM-016: results are rendered without ids, so their calls have none, either. */
function withoutIds(answer: JsonObject): JsonObject {
  const parts = asArray(field(answer, 'parts')).map((part) => {
    const name = (['functionCall', 'function_call'] as const).find((each) => asObject(asObject(part)?.[each]));
    if (name === undefined) return part;
    const { id: _, ...call } = asObject(asObject(part)?.[name]) ?? {};
    return { ...asObject(part), [name]: call };
  });
  return { ...answer, parts };
}
