/**
 * A tool's JSON Schema in the form a target accepts. What a dialect cannot say is made narrower, never wider, so that
 * arguments which fit the sent schema also fit the tool's own; the one exception, an object of unknown keys written as JSON
 * text, is undone by `apply-defaults.ts`. Applied twice, it changes nothing the second time.
 */
import type { JsonObject } from '@interlock/transcript';
import { toGemini } from './tool-schema/gemini.ts';
import { toMoonshot } from './tool-schema/moonshot.ts';
import { objectAtTop } from './tool-schema/object-at-top.ts';
import { toOllama } from './tool-schema/ollama.ts';
import { soundSchema } from './tool-schema/sound-schema.ts';
import { toStrict } from './tool-schema/strict.ts';
import type { SchemaDialect } from './traits.ts';

/** Undefined only where the target wants a tool without arguments declared without a schema, or was given none to pass on. */
export function toDialect(schema: JsonObject | undefined, dialect: SchemaDialect): JsonObject | undefined {
  switch (dialect) {
    case 'json-schema':
      return schema;
    case 'openai':
      return objectAtTop(schema);
    case 'openai-strict':
      return toStrict(schema);
    case 'anthropic':
      return soundSchema(objectAtTop(schema), 'prefixItems');
    case 'gemini':
      return toGemini(schema);
    case 'mistral':
      return soundSchema(objectAtTop(schema), 'items');
    case 'moonshot':
      return toMoonshot(schema);
    case 'ollama':
      return toOllama(schema);
  }
}
