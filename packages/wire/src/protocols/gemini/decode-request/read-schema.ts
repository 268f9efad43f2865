/** Converts Google's subset of OpenAPI to JSON Schema: types in lower case, `nullable` as a type, sizes as numbers. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../../json/json.ts';

/** Deeper than any tool's arguments; deeper parts stay unchanged. */
const deepest = 64;

export function readSchema(schema: JsonObject, depth = 0): JsonObject {
  if (depth === deepest) return schema;
  const entries = Object.entries(schema).flatMap(([name, value]) => readKeyword(name, value, schema, depth));
  return Object.fromEntries(entries);
}

type SchemaEntry = [string, JsonValue];

function readKeyword(name: string, value: JsonValue, schema: JsonObject, depth: number): readonly SchemaEntry[] {
  switch (name) {
    case 'type':
      return [[name, readType(value, schema['nullable'] === true)]];
    case 'nullable': // covered by the type
      return [];
    case 'enum':
      return [[name, schema['nullable'] === true ? [...asArray(value), null] : value]];
    case 'properties':
      return [[name, inEach(asObject(value), depth) ?? value]];
    case 'items':
      return [[name, inside(value, depth)]];
    case 'anyOf':
    case 'any_of':
      return [['anyOf', asArray(value).map((choice) => inside(choice, depth))]];
    case 'propertyOrdering':
    case 'property_ordering':
      return []; // no such keyword
    default:
      return [readOther(camelSize.get(name) ?? name, value)];
  }
}

const camelSize: ReadonlyMap<string, string> = new Map([
  ['min_items', 'minItems'],
  ['max_items', 'maxItems'],
  ['min_length', 'minLength'],
  ['max_length', 'maxLength'],
  ['min_properties', 'minProperties'],
  ['max_properties', 'maxProperties'],
]);

const sizes: ReadonlySet<string> = new Set(camelSize.values());

function readOther(name: string, value: JsonValue): SchemaEntry {
  return [name, sizes.has(name) ? readSize(value) : value];
}

/** 64-bit numbers are text in protobuf's JSON. */
function readSize(value: JsonValue): JsonValue {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

function readType(type: JsonValue, nullable: boolean): JsonValue {
  if (typeof type !== 'string') return type;
  const name = type.toLowerCase();
  return nullable && name !== 'null' ? [name, 'null'] : name;
}

function inside(value: JsonValue, depth: number): JsonValue {
  const schema = asObject(value);
  return schema === undefined ? value : readSchema(schema, depth + 1);
}

function inEach(schemas: JsonObject | undefined, depth: number): JsonObject | undefined {
  if (schemas === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]): SchemaEntry => [name, inside(schema, depth)]),
  );
}
