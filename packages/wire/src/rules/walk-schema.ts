/** Walks a JSON Schema for the rules about tools: every schema in it, with its path. It shares no code with what writes them. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../json/json.ts';

export interface SeenSchema {
  readonly schema: JsonObject;
  /** The schema around it, and where it is there. Undefined at the top. */
  readonly parent: SeenSchema | undefined;
  readonly place: string;
  /** Whether it is the schema of a property, and whether that is required. */
  readonly property: 'required' | 'optional' | undefined;
}

/** Put together for a finding only: a request has thousands of schemas. */
export function schemaPath(seen: SeenSchema): string {
  const places: string[] = [];
  for (let at: SeenSchema | undefined = seen; at !== undefined; at = at.parent) places.push(at.place);
  return places.reverse().join('.');
}

const maps = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'] as const;
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const single = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else'] as const;

/** More than any server reads. */
const most = 20_000;

/** With a list instead of recursion, for schemas of any depth. `path`: of `root`. */
export function walkSchema(root: JsonValue | undefined, path: string): readonly SeenSchema[] {
  const seen: SeenSchema[] = [];
  const waiting: SeenSchema[] = [];
  add(waiting, root, undefined, path);
  for (let next = waiting.pop(); next !== undefined && seen.length < most; next = waiting.pop()) {
    seen.push(next);
    addInner(waiting, next);
  }
  return seen;
}

function addInner(waiting: SeenSchema[], outer: SeenSchema): void {
  const { schema } = outer;
  for (const keyword of maps) {
    const map = asObject(schema[keyword]);
    if (map === undefined) continue;
    const required = keyword === 'properties' ? new Set(asArray(schema['required'])) : undefined;
    for (const name in map) {
      const property = required && (required.has(name) ? 'required' : 'optional');
      add(waiting, map[name], outer, `${keyword}.${name}`, property);
    }
  }
  for (const keyword of lists) {
    const list = asArray(schema[keyword]);
    for (let at = 0; at < list.length; at += 1) add(waiting, list[at], outer, `${keyword}.${at}`);
  }
  for (const keyword of single) add(waiting, schema[keyword], outer, keyword);
}

function add(
  waiting: SeenSchema[],
  value: JsonValue | undefined,
  parent: SeenSchema | undefined,
  place: string,
  property?: SeenSchema['property'],
): void {
  const schema = asObject(value);
  if (schema !== undefined) waiting.push({ schema, parent, place, property });
}

/** The names of its types; empty if it has none. */
export function typesOf({ type }: JsonObject): readonly JsonValue[] {
  if (type === undefined || type === null) return [];
  return Array.isArray(type) ? asArray(type) : [type];
}
