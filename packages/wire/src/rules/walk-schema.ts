/** Walks a JSON Schema for the rules about tools: every schema in it, with its path. It shares no code with what writes them. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../json/json.ts';

export interface SeenSchema {
  readonly schema: JsonObject;
  readonly path: string;
  /** Whether it is the schema of a property, and whether that is required. */
  readonly property?: 'required' | 'optional';
}

const maps = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'] as const;
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const single = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else'] as const;

/** More than any server reads. */
const most = 20_000;

/** With a list instead of recursion, for schemas of any depth. */
export function walkSchema(root: JsonValue | undefined, path: string): readonly SeenSchema[] {
  const seen: SeenSchema[] = [];
  const waiting: SeenSchema[] = [...placed(root, path)];
  for (let next = waiting.pop(); next !== undefined && seen.length < most; next = waiting.pop()) {
    seen.push(next);
    for (const inner of within(next)) waiting.push(inner);
  }
  return seen;
}

function within({ schema, path }: SeenSchema): readonly SeenSchema[] {
  const required = new Set(asArray(schema['required']));
  return [
    ...maps.flatMap((keyword) =>
      Object.entries(asObject(schema[keyword]) ?? {}).flatMap(([name, inner]) => {
        const property = required.has(name) ? 'required' : 'optional';
        const seen = placed(inner, `${path}.${keyword}.${name}`);
        return keyword === 'properties' ? seen.map((one) => ({ ...one, property }) as const) : seen;
      }),
    ),
    ...lists.flatMap((keyword) =>
      asArray(schema[keyword]).flatMap((inner, at) => placed(inner, `${path}.${keyword}.${at}`)),
    ),
    ...single.flatMap((keyword) => placed(schema[keyword], `${path}.${keyword}`)),
  ];
}

function placed(value: JsonValue | undefined, path: string): readonly SeenSchema[] {
  const schema = asObject(value);
  return schema === undefined ? [] : [{ schema, path }];
}

/** The names of its types; empty if it has none. */
export function typesOf({ type }: JsonObject): readonly JsonValue[] {
  if (type === undefined || type === null) return [];
  return Array.isArray(type) ? asArray(type) : [type];
}
