/** OAR-031: the names of the fields that an item and its parts may have, for the types that the rule lists. */
import type { Violation } from '../../api/api.ts';
import { firstIn, firstOf } from '../../api/first-found.ts';
import { arrayOf, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { typeOf } from '../entries.ts';
import type { ResponsesModel } from '../models.ts';
import { violation } from '../violations.ts';

const call = 'type id call_id name namespace status caller';
const output = 'type id call_id output status caller';

const names: Readonly<Record<string, string>> = {
  message: 'type id role content status phase',
  reasoning: 'type id summary content encrypted_content',
  function_call: `${call} arguments`,
  custom_tool_call: `${call} input`,
  function_call_output: output,
  custom_tool_call_output: `${output} name`,
  output_text: 'type text annotations logprobs',
  input_text: 'type text',
};

export function checkNames(item: JsonObject, path: string, { maker }: ResponsesModel): Violation | undefined {
  if (maker !== 'openai') return undefined;
  return firstOf([
    () => checkKeys(item, typeOf(item), path),
    () => checkParts(item['content'], `${path}.content`),
    () => checkParts(item['output'], `${path}.output`),
  ]);
}

function checkParts(parts: unknown, path: string): Violation | undefined {
  return firstIn(arrayOf(parts).map(objectOf), (part, at) => checkKeys(part, textOf(part['type']), `${path}[${at}]`));
}

function checkKeys(object: JsonObject, type: string, path: string): Violation | undefined {
  const allowed = names[type]?.split(' ');
  const other = allowed && Object.keys(object).find((key) => !allowed.includes(key));
  if (other === undefined) return undefined;
  const place = `${path}.${other}`;
  return violation('OAR-031', 400, `Unknown parameter: '${place}'.`, place, 'unknown_parameter');
}
