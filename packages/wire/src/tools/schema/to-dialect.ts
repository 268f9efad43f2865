/**
 * Converts a tool's JSON Schema to what a target accepts. What a dialect cannot express is made narrower, never wider, so that
 * arguments which fit the sent schema also fit the tool's own; the one exception, an object of unknown keys written as JSON
 * text, is undone by `apply-defaults.ts`. Idempotent.
 */
import type { JsonObject } from '@interlock/transcript';
import { asArray } from '../../json/json.ts';
import type { SchemaDialect } from '../../traits/traits.ts';
import { boundedSchema } from './bounded-schema.ts';
import { cleanSchema } from './clean-schema.ts';
import { toGemini } from './gemini.ts';
import { toMoonshot } from './moonshot.ts';
import { objectAtTop } from './object-at-top.ts';
import { toOllama } from './ollama.ts';
import { SchemaBudget } from './schema-budget.ts';
import { toStrict } from './strict.ts';
import { mapSubschemas } from './subschemas.ts';

/**
 * Undefined only if the target declares a tool without arguments without a schema, or passes schemas on and none was given.
 * `onCut` is called for a schema that is so large, or becomes so large when written, that parts of it became "anything".
 */
export function toDialect(
  schema: JsonObject | undefined,
  dialect: SchemaDialect,
  onCut?: () => void,
): JsonObject | undefined {
  const budget = new SchemaBudget();
  const bounded = schema && boundedSchema(schema);
  const written = inDialect(bounded, dialect, budget);
  if (bounded !== schema || budget.wasCut) onCut?.();
  return written;
}

function inDialect(
  schema: JsonObject | undefined,
  dialect: SchemaDialect,
  budget: SchemaBudget,
): JsonObject | undefined {
  switch (dialect) {
    case 'json-schema':
      return schema;
    case 'openai':
      return withItems(objectAtTop(schema, budget));
    case 'openai-strict':
      return toStrict(schema, budget);
    case 'anthropic':
      return cleanSchema(objectAtTop(schema, budget), 'prefixItems');
    case 'gemini':
      return toGemini(schema, budget);
    case 'mistral':
      return cleanSchema(objectAtTop(schema, budget), 'items');
    case 'moonshot':
      return toMoonshot(schema, budget);
    case 'ollama':
      return toOllama(schema, budget);
  }
}

/** Deeper schemas are unchanged; no server reads that far. */
const deepest = 100;

/** OAC-030: OpenAI refuses an array without `items`, also one with only `prefixItems`. */
function withItems(schema: JsonObject, depth = 0): JsonObject {
  if (depth > deepest) return schema;
  const whole = mapSubschemas(schema, (child) => withItems(child, depth + 1));
  const types = Array.isArray(whole['type']) ? asArray(whole['type']) : [whole['type']];
  return types.includes('array') && (whole['items'] ?? null) === null ? { ...whole, items: {} } : whole;
}
