/**
 * The schema of an answer as Claude takes it: every object is closed, and limits of numbers, texts and lists are only described, as
 * Anthropic's own SDKs do it. Undefined: it cannot be said, because keys are unknown or the schema contains itself.
 */
import { type JsonObject, jsonText } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { mapSubschemas } from '../../../tools/schema/subschemas.ts';

export function outputSchema(schema: JsonObject): JsonObject | undefined {
  try {
    return closed(schema, [], schema);
  } catch (error) {
    if (error instanceof Inexpressible) return undefined;
    throw error;
  }
}

class Inexpressible extends Error {}

const described: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);

const impossible: readonly string[] = [
  ...['not', 'if', 'then', 'else', 'patternProperties', 'propertyNames', 'dependentSchemas', 'unevaluatedProperties'],
  ...['contains', 'prefixItems', 'additionalItems', 'unevaluatedItems'],
];

/** `within`: the references that lead here. */
function closed(schema: JsonObject, within: readonly string[], root: JsonObject): JsonObject {
  const inner = referencesIn(schema, within, root);
  if (impossible.some((keyword) => schema[keyword] !== undefined) || Array.isArray(schema['items'])) {
    throw new Inexpressible();
  }
  const { oneOf, ...rest } = mapSubschemas(schema, (child) => closed(child, inner, root));
  const kept = Object.entries({ ...rest, ...(oneOf === undefined ? {} : { anyOf: oneOf }) });
  const limits = kept.filter(
    ([keyword, value]) => described.has(keyword) || (keyword === 'minItems' && value !== 0 && value !== 1),
  );
  const said = Object.fromEntries(kept.filter((entry) => !limits.includes(entry)));
  const note = limits.map(([keyword, value]) => `${keyword}: ${jsonText(value ?? null)}`).join(', ');
  const description = [asText(schema['description']), note === '' ? '' : `{${note}}`].filter(Boolean).join('\n\n');
  return { ...said, ...(description === '' ? {} : { description }), ...(isObject(schema) ? objectFields(schema) : {}) };
}

function isObject({ type, properties }: JsonObject): boolean {
  return properties !== undefined || type === 'object' || asArray(type).includes('object');
}

/** An object without known keys would be empty. */
function objectFields({ properties, additionalProperties }: JsonObject): JsonObject {
  const isOpen = asObject(additionalProperties) !== undefined;
  if (isOpen || Object.keys(asObject(properties) ?? {}).length === 0) throw new Inexpressible();
  return { additionalProperties: false };
}

function referencesIn(schema: JsonObject, within: readonly string[], root: JsonObject): readonly string[] {
  const reference = asText(schema['$ref']);
  if (reference === '') return within;
  if (within.includes(reference) || !reference.startsWith('#/')) throw new Inexpressible();
  const path = reference.slice(2).split('/');
  const found = path.reduce<JsonObject | undefined>((at, name) => asObject(at?.[name]), root);
  if (found === undefined) throw new Inexpressible();
  const seen = [...within, reference];
  closed(found, seen, root);
  return seen;
}
