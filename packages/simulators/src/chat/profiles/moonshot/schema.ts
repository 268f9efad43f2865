/**
 * KIM-014, KIM-019: the subset of JSON Schema that Moonshot accepts for tool parameters. The rulebook has two of its
 * rules and says that there are more; the others here are those whose error text was reported.
 */
import type { Violation } from '../../../api/api.ts';
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../../api/json.ts';
import type { ChatTool } from '../../messages.ts';

interface Problem {
  readonly path: string;
  readonly words: string;
}

export function findBadSchema(tools: readonly ChatTool[]): Violation | undefined {
  for (const { parameters, index } of tools) {
    const { type } = parameters;
    const isOther = type !== undefined && type !== 'object';
    const problem = isOther
      ? { path: 'root', words: 'type must be object' }
      : findProblem(parameters, [], objectOf(parameters['$defs']));
    if (problem) {
      return {
        rule: isOther ? 'KIM-019' : 'KIM-014',
        status: 400,
        message: `Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <At path '${problem.path}': ${problem.words}>`,
        path: `tools[${index}].function.parameters`,
      };
    }
  }
  return undefined;
}

function findProblem(schema: unknown, path: readonly string[], defs: JsonObject): Problem | undefined {
  if (!isObject(schema)) return undefined;
  return findOwnProblem(schema, path, defs) ?? findInner(schema, path, defs);
}

function findOwnProblem(schema: JsonObject, path: readonly string[], defs: JsonObject): Problem | undefined {
  const here = path.length === 0 ? 'root' : path.join('.');
  if (schema['$ref'] !== undefined) return findReferenceProblem(schema, path, here, defs);
  if (Array.isArray(schema['anyOf']) && schema['type'] !== undefined) {
    const words = 'when using anyOf, type should be defined in anyOf items instead of the parent schema';
    return { path: here, words };
  }
  if (schema['items'] !== undefined && !isObject(schema['items']))
    return { path: here, words: 'items must be an object' };
  return findUndefinedProperty(schema, path);
}

function findReferenceProblem(
  schema: JsonObject,
  path: readonly string[],
  here: string,
  defs: JsonObject,
): Problem | undefined {
  const reference = textOf(schema['$ref']);
  if (!reference.startsWith('#/$defs/')) {
    return { path: [...path, '$ref'].join('.'), words: 'references must start with #/$defs/' };
  }
  if (schema['type'] !== undefined) {
    const words = 'when using $ref, type should be defined in the referenced schema instead of the parent schema';
    return { path: here, words };
  }
  const target = objectOf(defs[reference.slice('#/$defs/'.length)]);
  const both = Object.keys(schema).filter((name) => name !== '$ref' && Object.hasOwn(target, name));
  if (both.length === 0) return undefined;
  return { path: here, words: `conflicting keywords found after $ref expansion: ${both.join(', ')}` };
}

function findUndefinedProperty(schema: JsonObject, path: readonly string[]): Problem | undefined {
  const properties = schema['properties'];
  if (!isObject(properties)) return undefined;
  const name = arrayOf(schema['required']).find((item) => typeof item === 'string' && !Object.hasOwn(properties, item));
  if (name === undefined) return undefined;
  const words = `required property '${String(name)}' is not defined in properties`;
  return { path: [...path, 'required'].join('.'), words };
}

function findInner(schema: JsonObject, path: readonly string[], defs: JsonObject): Problem | undefined {
  const inner: readonly (readonly [readonly string[], unknown])[] = [
    ...['$defs', 'properties'].flatMap((keyword) =>
      Object.entries(objectOf(schema[keyword])).map(([name, value]) => [[keyword, name], value] as const),
    ),
    ...['items', 'additionalProperties'].map((keyword) => [[keyword], schema[keyword]] as const),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
      arrayOf(schema[keyword]).map((value, index) => [[keyword, String(index)], value] as const),
    ),
  ];
  for (const [steps, value] of inner) {
    const problem = findProblem(value, [...path, ...steps], defs);
    if (problem) return problem;
  }
  return undefined;
}
