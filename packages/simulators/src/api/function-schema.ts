/** OpenAI's requirements for the schema of any function, strict or not, on Chat and on Responses (OAC-030, OAC-031). */
import { arrayOf, isObject, type JsonObject, objectOf } from './json.ts';

export interface SchemaProblem {
  readonly rule: 'OAC-030' | 'OAC-031';
  readonly message: string;
}

/** Undefined if there is none. A function without parameters has no schema to check. */
export function findSchemaProblem(name: string, schema: JsonObject): SchemaProblem | undefined {
  const words = `Invalid schema for function '${name}': `;
  const { type } = schema;
  if (Object.keys(schema).length > 0 && type !== 'object') {
    const got = typeof type === 'string' ? type : 'None';
    return {
      rule: 'OAC-031',
      message: `${words}schema must be a JSON Schema of 'type: "object"', got 'type: "${got}"'.`,
    };
  }
  const context = findListOfNothing(schema, []);
  if (context === undefined) return undefined;
  const place = context.map((step) => `'${step}'`).join(', ');
  return { rule: 'OAC-030', message: `${words}In context=(${place}), array schema missing items.` };
}

/** The path to the first array without items. `prefixItems` is not read. */
function findListOfNothing(schema: JsonObject, context: readonly string[]): readonly string[] | undefined {
  const isList = schema['type'] === 'array' || (Array.isArray(schema['type']) && schema['type'].includes('array'));
  if (isList && schema['items'] === undefined) return context;
  const inside: readonly (readonly [readonly string[], unknown])[] = [
    ...['properties', '$defs', 'definitions'].flatMap((keyword) =>
      Object.entries(objectOf(schema[keyword])).map(([name, value]) => [[keyword, name], value] as const),
    ),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
      arrayOf(schema[keyword]).map((value, index) => [[keyword, String(index)], value] as const),
    ),
    [['items'], schema['items']],
  ];
  for (const [steps, value] of inside) {
    const found = isObject(value) ? findListOfNothing(value, [...context, ...steps]) : undefined;
    if (found) return found;
  }
  return undefined;
}
