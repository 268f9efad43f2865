/** Reads a declared tool: every protocol has a name, a description, and one field that holds the schema. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../json/json.ts';
import { isClosed } from '../tools/schema/is-closed.ts';
import type { Settings, Tool } from '../traits/settings.ts';
import type { Report } from './read-request.ts';
import { reportFurther } from './report-further.ts';

/** Cache marks are set where the target wants them. Only Anthropic holds arguments back unless it is told not to. */
const known: ReadonlySet<string> = new Set([
  ...['type', 'name', 'description', 'input_schema', 'inputSchema', 'parameters', 'strict', 'cache_control'],
  ...['parametersJsonSchema', 'parameters_json_schema'],
  'eager_input_streaming',
]);

export function readTool(tool: JsonObject, schema: JsonValue | undefined, path: string, report: Report): Tool {
  reportFurther(tool, known, path, report);
  const description = asText(tool['description']);
  const parameters = asObject(schema);
  return {
    name: asText(tool['name']),
    ...(description === '' ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...readStrict(tool, parameters, path, report),
  };
}

/** `strict` of a tool or a response format: callers that rely on it must know if it is not passed on. */
export function readStrict(
  holder: JsonObject | undefined,
  schema: JsonObject | undefined,
  path: string,
  report: Report,
): { readonly strict?: true } {
  if (holder?.['strict'] !== true) return {};
  const isStrict = schema !== undefined && isClosed(schema);
  const why = 'Not every model can enforce a schema: it is sent without `strict`.';
  report(`${path}.strict`, why, isStrict ? 'strictSchemas' : undefined);
  return isStrict ? { strict: true } : {};
}

/** A tool that takes one text. `grammar`: what the text must follow; the two APIs of OpenAI keep it in different places. */
export function readFreeFormTool(tool: JsonObject, grammar: JsonObject | undefined): Tool {
  const description = asText(tool['description']);
  const [syntax, definition] = [asText(grammar?.['syntax']), asText(grammar?.['definition'])];
  return {
    name: asText(tool['name']),
    ...(description === '' ? {} : { description }),
    freeForm: definition === '' ? {} : { grammar: { syntax, definition } },
  };
}

/** A choice among some of the tools, as OpenAI's two APIs have it: undefined if none of them is one that other models can be offered. */
export function readAllowed(
  { mode, tools }: JsonObject,
  path: string,
  report: Report,
): Pick<Settings, 'toolChoice' | 'allowedTools'> | undefined {
  const entries = asArray(tools).map((entry) => asObject(entry) ?? {});
  const names = entries.map((tool) => asText(asObject(tool['function'] ?? tool['custom'] ?? tool)?.['name']));
  const allowedTools = names.filter((name) => name !== '');
  if (allowedTools.length < names.length) report(path, 'Only functions and custom tools can be allowed everywhere.');
  if (allowedTools.length === 0) return undefined;
  return { toolChoice: mode === 'required' ? 'required' : 'auto', allowedTools };
}
