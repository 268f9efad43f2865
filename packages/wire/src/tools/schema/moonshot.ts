/**
 * Moonshot's dialect of JSON Schema (KIM-014): only references to `$defs`, so none at all; every schema has a `type`, except
 * one with `anyOf`, which must not: its variants do.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { isAnything, isCount, isFlag, isNumber, isText, pick, type ValueCheck } from './keyword-values.ts';
import { printTop, type Style } from './print-schema.ts';
import type { SchemaBudget } from './schema-budget.ts';
import { isNull, type Kind, type SchemaNode } from './schema-node.ts';

export function toMoonshot(schema: JsonObject | undefined, budget: SchemaBudget): JsonObject {
  return { properties: {}, ...printTop(schema, moonshot, budget) };
}

const moonshot: Style = {
  one: (node, kind, print) => ({
    type: kind,
    ...pick(node.keywords, annotations),
    ...pick(node.keywords, keptKeywords[kind]),
    ...(node.values.length > 0 ? { enum: node.values } : {}),
    ...childrenOf(node, kind, print),
  }),
  union: (node, variants) => ({ ...pick(node.keywords, annotations), anyOf: variants }),
  nullable(schema) {
    const { title, description, default: standard, ...rest } = schema;
    const about = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
    const head = standard === undefined ? about : { ...about, default: standard };
    const variants = 'anyOf' in rest ? asArray(rest['anyOf']).filter((variant) => !isNull(variant)) : [rest];
    return { ...head, anyOf: [...variants, { type: 'null' }] };
  },
};

const annotations: Readonly<Record<string, ValueCheck>> = { title: isText, description: isText, default: isAnything };

const bounds: Readonly<Record<string, ValueCheck>> = {
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: isNumber,
};

const keptKeywords: Readonly<Record<Kind, Readonly<Record<string, ValueCheck>>>> = {
  string: { pattern: isText, format: isText, minLength: isCount, maxLength: isCount },
  number: bounds,
  integer: bounds,
  boolean: {},
  array: { minItems: isCount, maxItems: isCount, uniqueItems: isFlag },
  object: { minProperties: isCount, maxProperties: isCount },
};

function childrenOf(node: SchemaNode, kind: Kind, print: (child: JsonValue) => JsonObject): JsonObject {
  if (kind === 'array') {
    const [only] = node.items;
    return only === undefined ? {} : { items: print(node.items.length > 1 ? { anyOf: node.items } : only) };
  }
  if (kind !== 'object') return {};
  const { additionalProperties } = node.keywords;
  const properties = Object.entries(node.properties).map(([name, child]) => [name, print(child)] as const);
  const open = asObject(additionalProperties);
  return {
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(node.required.length > 0 ? { required: node.required } : {}),
    ...(open === undefined ? {} : { additionalProperties: Object.keys(open).length === 0 ? true : print(open) }),
    ...(typeof additionalProperties === 'boolean' ? { additionalProperties } : {}),
  };
}
