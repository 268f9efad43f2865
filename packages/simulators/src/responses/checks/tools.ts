/** Checks the declared tools, the tool choice, and the calls that name tools. */
import type { Violation } from '../../api/api.ts';
import { firstIn, firstOf } from '../../api/first-found.ts';
import { findSchemaProblem } from '../../api/function-schema.ts';
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { type InputItem, typeOf } from '../entries.ts';
import { missing, tooLong, violation, wrongType } from '../violations.ts';

const pattern = '^[a-zA-Z0-9_-]+$';

export function checkTools(body: JsonObject): Violation | undefined {
  return firstOf([
    () => firstIn(arrayOf(body['tools']), (tool, index) => checkTool(tool, `tools[${index}]`)),
    () => checkChoice(body),
  ]);
}

function checkTool(tool: unknown, path: string): Violation | undefined {
  if (!isObject(tool)) return wrongType(path, 'an object', tool);
  if (typeof tool['type'] !== 'string') return missing(`${path}.type`);
  if (tool['type'] === 'namespace') {
    return firstIn(arrayOf(tool['tools']), (inner, index) => checkTool(inner, `${path}.tools[${index}]`));
  }
  if (tool['type'] !== 'function') return undefined;
  const { parameters } = tool;
  return firstOf([
    () => checkName(tool['name'], `${path}.name`),
    () =>
      parameters === undefined || parameters === null || isObject(parameters)
        ? undefined
        : wrongType(`${path}.parameters`, 'an object', parameters),
    () => checkSchema(textOf(tool['name']), objectOf(parameters), `${path}.parameters`),
    () =>
      tool['strict'] === true
        ? checkStrict(textOf(tool['name']), objectOf(parameters), `${path}.parameters`)
        : undefined,
  ]);
}

/** OAC-030, OAC-031 */
function checkSchema(name: string, schema: JsonObject, path: string): Violation | undefined {
  const problem = findSchemaProblem(name, schema);
  return problem && violation(problem.rule, 400, problem.message, path, 'invalid_function_parameters');
}

/** OAC-005, both in tools and in the history. */
export function checkName(name: unknown, path: string): Violation | undefined {
  if (name === undefined) return missing(path);
  if (typeof name !== 'string') return wrongType(path, 'a string', name);
  if (name.length > 64) return tooLong(path, name.length, 64, 'OAC-005');
  if (new RegExp(pattern).test(name)) return undefined;
  const message = `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '${pattern}'.`;
  return violation('OAC-005', 400, message, path, 'invalid_value');
}

/** OAC-020: every object of a strict schema is closed, and everything in it is required. */
function checkStrict(name: string, schema: JsonObject, path: string): Violation | undefined {
  const refuse = (context: readonly string[], words: string): Violation => {
    const place = context.map((step) => `'${step}'`).join(', ');
    const message = `Invalid schema for function '${name}': In context=(${place}), ${words}`;
    return violation('OAC-020', 400, message, path, 'invalid_function_parameters');
  };
  const visit = (each: JsonObject, context: readonly string[]): Violation | undefined => {
    const properties = objectOf(each['properties']);
    const names = Object.keys(properties);
    if (each['type'] === 'object' || context.length === 0) {
      if (each['additionalProperties'] !== false) {
        return refuse(context, "'additionalProperties' is required to be supplied and to be false.");
      }
      const forgotten = names.find((property) => !arrayOf(each['required']).includes(property));
      if (forgotten !== undefined) {
        const words = "'required' is required to be supplied and to be an array including every key in properties.";
        return refuse(context, `${words} Missing '${forgotten}'.`);
      }
    }
    const inside = firstIn(names, (property) =>
      visit(objectOf(properties[property]), [...context, 'properties', property]),
    );
    return inside ?? (isObject(each['items']) ? visit(each['items'], [...context, 'items']) : undefined);
  };
  return visit(schema, []);
}

/** OAC-019: a forced tool must exist. */
function checkChoice(body: JsonObject): Violation | undefined {
  const choice = body['tool_choice'];
  const names = toolNames(body['tools']);
  if (choice === 'required' && arrayOf(body['tools']).length === 0) {
    const message = "Tool choice 'required' must be specified with 'tools' parameter.";
    return violation('OAC-019', 400, message, 'tool_choice', 'invalid_value');
  }
  const { type, name } = objectOf(choice);
  if ((type !== 'function' && type !== 'custom') || (typeof name === 'string' && names.all.has(name))) return undefined;
  const message = `Tool choice '${textOf(name)}' not found in 'tools' parameter.`;
  return violation('OAC-019', 400, message, 'tool_choice', 'invalid_value');
}

interface ToolNames {
  /** Tools that can be called without a namespace. */
  readonly plain: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

function toolNames(tools: unknown): ToolNames {
  const nameOf = (tool: unknown): readonly string[] => {
    const { name } = objectOf(tool);
    return typeof name === 'string' ? [name] : [];
  };
  const list = arrayOf(tools).map(objectOf);
  const plain = list.filter((tool) => tool['type'] !== 'namespace').flatMap(nameOf);
  const inside = list
    .filter((tool) => tool['type'] === 'namespace')
    .flatMap((tool) => arrayOf(tool['tools']).flatMap(nameOf));
  return { plain: new Set(plain), all: new Set([...plain, ...inside]) };
}

/** OAR-022: a tool that exists only in a namespace is called by both names. */
export function checkNamespaces(body: JsonObject, entries: readonly InputItem[]): Violation | undefined {
  const found = entries
    .filter(({ item }) => typeOf(item) === 'tool_search_output')
    .flatMap(({ item }) => arrayOf(item['tools']));
  const names = toolNames([...arrayOf(body['tools']), ...found]);
  return firstIn(entries, ({ item, path }) => {
    const name = textOf(item['name']);
    if (typeOf(item) !== 'function_call' || typeof item['namespace'] === 'string') return undefined;
    if (names.plain.has(name) || !names.all.has(name)) return undefined;
    const message = `Missing namespace for function_call '${name}'. It does not exist in the default namespace.`;
    return violation('OAR-022', 400, message, path, 'invalid_value');
  });
}
