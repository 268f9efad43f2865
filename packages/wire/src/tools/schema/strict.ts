/**
 * OpenAI's strict tools (OAC-020): every object is closed and requires all its properties, so an optional one becomes nullable;
 * `apply-defaults.ts` removes the nulls again.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asText } from '../../json/json.ts';
import { isCount, isNumber, isText, pick, type ValueCheck } from './keyword-values.ts';
import { objectAsText, printTop, type Style } from './print-schema.ts';
import type { SchemaBudget } from './schema-budget.ts';
import type { Kind, SchemaNode } from './schema-node.ts';

export function toStrict(schema: JsonObject | undefined, budget: SchemaBudget): JsonObject {
  const printed = printTop(schema, strict, budget);
  return printed['type'] === 'object' ? printed : closed([], '');
}

const strict: Style = {
  one(node, kind, print) {
    if (kind !== 'object') return simple(node, kind, print);
    const required = new Set(node.required);
    const properties = Object.entries(node.properties).map(([name, child]) => {
      const printed = print(child);
      return [name, required.has(name) ? printed : strict.nullable(printed)] as const;
    });
    return properties.length === 0 ? objectAsText(node.description) : closed(properties, node.description);
  },
  union: (node, variants) => ({ ...described(node.description), anyOf: variants }),
  nullable(schema) {
    if ('anyOf' in schema)
      return { ...schema, anyOf: [...asArray(schema['anyOf']).filter((one) => !isNullType(one)), { type: 'null' }] };
    const values = asArray(schema['enum']);
    const types = typeof schema['type'] === 'string' ? [schema['type']] : asArray(schema['type']);
    return {
      ...schema,
      type: [...types.filter((type) => type !== 'null'), 'null'],
      ...(values.length > 0 ? { enum: [...values.filter((value) => value !== null), null] } : {}),
    };
  },
};

function closed(properties: readonly (readonly [string, JsonObject])[], description: string): JsonObject {
  return {
    type: 'object',
    ...described(description),
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

/** Supported formats; others are refused. */
const formats: readonly string[] = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'time',
  'uuid',
];

const keptKeywords: Readonly<Record<Exclude<Kind, 'object'>, Readonly<Record<string, ValueCheck>>>> = {
  string: { pattern: isText, format: (value) => formats.includes(asText(value)) },
  number: {
    minimum: isNumber,
    maximum: isNumber,
    exclusiveMinimum: isNumber,
    exclusiveMaximum: isNumber,
    multipleOf: isNumber,
  },
  integer: {
    minimum: isNumber,
    maximum: isNumber,
    exclusiveMinimum: isNumber,
    exclusiveMaximum: isNumber,
    multipleOf: isNumber,
  },
  boolean: {},
  array: { minItems: isCount, maxItems: isCount },
};

function simple(node: SchemaNode, kind: Exclude<Kind, 'object'>, print: (child: JsonValue) => JsonObject): JsonObject {
  const [only] = node.items;
  return {
    type: kind,
    ...described(node.description),
    ...(node.values.length > 0 && kind !== 'array' ? { enum: node.values } : {}),
    ...pick(node.keywords, keptKeywords[kind]),
    ...(kind === 'array' ? { items: print(node.items.length > 1 ? { anyOf: node.items } : (only ?? {})) } : {}),
  };
}

function described(description: string): JsonObject {
  return description === '' ? {} : { description };
}

function isNullType(schema: JsonValue): boolean {
  return JSON.stringify(schema) === '{"type":"null"}';
}
