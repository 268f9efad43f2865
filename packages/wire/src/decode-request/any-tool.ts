/**
 * Reads tools in the forms of any API, for clients that choose a form by the model's name or pass on what an MCP server lists. Servers refuse
 * them; without its tools an agent can do nothing.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../json/json.ts';
import type { Tool } from '../traits/settings.ts';
import type { Report } from './read-request.ts';
import { readTool } from './read-tool.ts';

/** Undefined if the entry is no function in any form: a provider's own tool, or nothing at all. */
export function readAnyTool(entry: JsonObject, path: string, report: Report): readonly Tool[] | undefined {
  const declared = asArray(entry['functionDeclarations'] ?? entry['function_declarations']);
  const flat = asObject(entry['function']) ?? asObject(entry['toolSpec']) ?? entry;
  const tools = (declared.length === 0 ? [flat] : declared).flatMap((tool): readonly Tool[] => {
    const one = asObject(tool) ?? {};
    return isFunction(entry, one) ? [readTool(one, schemaIn(one), path, report)] : [];
  });
  return tools.length === 0 ? undefined : tools;
}

/** The type of a function, or none. `custom` is Anthropic's, if there is a schema: OpenAI's takes one text. */
function isFunction(entry: JsonObject, tool: JsonObject): boolean {
  const type = asText(entry['type']);
  if (asText(tool['name']) === '') return false;
  return type === '' || type === 'function' || (type === 'custom' && tool['input_schema'] !== undefined);
}

const schemas: readonly string[] = [
  ...['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema', 'parameters_json_schema'],
];

/** Amazon has the schema in a field called `json`. */
function schemaIn(tool: JsonObject): JsonValue | undefined {
  const schema = schemas.map((name) => tool[name]).find((value) => asObject(value) !== undefined);
  return asObject(asObject(schema)?.['json']) ?? schema;
}
