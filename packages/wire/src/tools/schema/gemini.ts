/**
 * Gemini's `parameters`: its own message type with words from OpenAPI 3.0. An unknown keyword is a 400 for the whole request
 * (GEM-021), so only known ones are written. Defaults are applied on our side instead.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asNumber, asObject, asText } from '../../json/json.ts';
import { onlyValueNote, valuesNote } from '../../texts/model-texts.ts';
import { distinct, isCount, isNumber, pick } from './keyword-values.ts';
import { objectAsText, printTop, type Style, withNote } from './print-schema.ts';
import type { SchemaBudget } from './schema-budget.ts';
import type { Kind, SchemaNode } from './schema-node.ts';

/** Undefined for a tool without arguments: an object without properties is refused (GEM-023). */
export function toGemini(schema: JsonObject | undefined, budget: SchemaBudget): JsonObject | undefined {
  const printed = printTop(schema, gemini, budget);
  return printed['type'] === 'object' ? printed : undefined;
}

const gemini: Style = {
  one(node, kind, print) {
    switch (kind) {
      case 'object':
        return objectOf(node, print);
      case 'array':
        return {
          ...headOf(node, kind),
          ...pick(node.keywords, { minItems: isCount, maxItems: isCount }),
          items: itemsOf(node, print),
        };
      case 'string':
        return stringOf(node);
      case 'boolean':
        return booleanOf(node);
      default:
        return numberOf(node, kind);
    }
  },
  union: (node, variants) =>
    anyOf(variants.map((variant) => ({ type: variant['type'] ?? '', ...descriptionOf(node), ...variant }))),
  nullable(schema) {
    const variants = asArray(schema['anyOf']);
    if (variants.length === 0) return { ...schema, nullable: true };
    return anyOf(variants.map((variant) => ({ ...asObject(variant), nullable: true })));
  },
};

/** Nothing else may be next to `anyOf`, so keywords of the whole are repeated in each variant. That can make variants equal. */
function anyOf(schemas: readonly JsonObject[]): JsonObject {
  const variants = distinct(schemas);
  const [only] = variants;
  return variants.length === 1 && only !== undefined ? only : { anyOf: variants };
}

function objectOf(node: SchemaNode, print: (child: JsonValue) => JsonObject): JsonObject {
  const properties = Object.entries(node.properties).map(([name, child]) => [name, print(child)] as const);
  if (properties.length === 0) return objectAsText(node.description);
  return {
    ...headOf(node, 'object'),
    properties: Object.fromEntries(properties),
    ...(node.required.length > 0 ? { required: node.required } : {}),
  };
}

/** Arrays need `items` (GEM-023); for a tuple, any of its schemas. */
function itemsOf({ items }: SchemaNode, print: (child: JsonValue) => JsonObject): JsonObject {
  const [only] = items;
  return print(items.length > 1 ? { anyOf: items } : (only ?? {}));
}

/** `enum` only on strings, none of them empty, and two formats (GEM-025). */
function stringOf(node: SchemaNode): JsonObject {
  const { format, pattern } = node.keywords;
  const values = node.values.filter((value) => typeof value === 'string' && value !== '');
  return {
    ...headOf(node, 'string'),
    ...(format === 'date-time' || (format === 'enum' && values.length > 0) ? { format } : {}),
    ...(values.length > 0 ? { enum: values } : {}),
    ...pick(node.keywords, { minLength: isCount, maxLength: isCount }),
    // RE2 has no lookaround and no backreferences.
    ...(typeof pattern === 'string' && !/\(\?[=!<]|\\[1-9]/.test(pattern) ? { pattern } : {}),
  };
}

function booleanOf(node: SchemaNode): JsonObject {
  const values = node.values.filter((value) => typeof value === 'boolean');
  return values.length === 1
    ? noted(headOf(node, 'boolean'), onlyValueNote(values[0] === true))
    : headOf(node, 'boolean');
}

const numberFormats: Readonly<Record<'number' | 'integer', readonly string[]>> = {
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** Numbers have no `enum` here: the bounds stay, and the description lists the values, so that they still come as numbers. */
function numberOf(node: SchemaNode, kind: 'number' | 'integer'): JsonObject {
  const { format, exclusiveMinimum, exclusiveMaximum } = node.keywords;
  const [above, below] = [asNumber(exclusiveMinimum), asNumber(exclusiveMaximum)];
  const values = node.values.flatMap((value) => asNumber(value) ?? []);
  const head = values.length > 0 ? noted(headOf(node, kind), valuesNote(values)) : headOf(node, kind);
  const step = kind === 'integer' ? 1 : 0;
  return {
    ...head,
    ...(numberFormats[kind].includes(asText(format)) ? { format: asText(format) } : {}),
    ...(above === undefined ? {} : { minimum: step === 0 ? above : Math.floor(above) + step }),
    ...(below === undefined ? {} : { maximum: step === 0 ? below : Math.ceil(below) - step }),
    ...pick(node.keywords, { minimum: isNumber, maximum: isNumber }),
    ...(values.length > 0 ? { minimum: least(values), maximum: most(values) } : {}),
  };
}

function headOf(node: SchemaNode, kind: Kind): JsonObject {
  return { type: kind, ...descriptionOf(node) };
}

function descriptionOf({ description }: SchemaNode): JsonObject {
  return description === '' ? {} : { description };
}

function noted(schema: JsonObject, note: string): JsonObject {
  return { ...schema, description: withNote(asText(schema['description']), note) };
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value));
}

function most(values: readonly number[]): number {
  return values.reduce((high, value) => Math.max(high, value));
}
