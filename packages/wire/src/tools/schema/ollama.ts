/**
 * Ollama reads schemas into a few fields: one type, a description, values, items, properties. A field of another type is a 400
 * like OLL-002, and what it has no field for never reaches the model.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { printTop, type Style } from './print-schema.ts';
import type { SchemaBudget } from './schema-budget.ts';
import type { SchemaNode } from './schema-node.ts';

export function toOllama(schema: JsonObject | undefined, budget: SchemaBudget): JsonObject {
  return { properties: {}, ...printTop(schema, ollama, budget) };
}

const ollama: Style = {
  one: (node, kind, print) => ({
    type: kind,
    ...descriptionOf(node),
    ...(node.values.length > 0 ? { enum: node.values } : {}),
    ...(kind === 'array' ? itemsOf(node, print) : {}),
    ...(kind === 'object' ? propertiesOf(node, print) : {}),
  }),
  union: (node, variants) => ({ ...descriptionOf(node), anyOf: variants }),
  // A type is one word here. For a value that may be null, the other type is declared.
  nullable: (schema) => schema,
};

function descriptionOf({ description }: SchemaNode): JsonObject {
  return description === '' ? {} : { description };
}

function itemsOf({ items }: SchemaNode, print: (child: JsonValue) => JsonObject): JsonObject {
  const [only] = items;
  return only === undefined ? {} : { items: print(items.length > 1 ? { anyOf: items } : only) };
}

function propertiesOf({ properties, required }: SchemaNode, print: (child: JsonValue) => JsonObject): JsonObject {
  const printed = Object.entries(properties).map(([name, child]) => [name, print(child)] as const);
  if (printed.length === 0) return {};
  return { properties: Object.fromEntries(printed), ...(required.length > 0 ? { required } : {}) };
}
