/**
 * What the compiler of strict tools does not support (ANT-079), from Anthropic's list of supported JSON Schema features
 * (platform.claude.com/docs/en/build-with-claude/structured-outputs).
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { Finding } from '../../../rules/rule.ts';
import { type SeenSchema, schemaPath, typesOf, walkSchema } from '../../../rules/walk-schema.ts';

/** Listed as not supported. */
const refused: readonly string[] = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'maxItems'],
  ...['uniqueItems', 'oneOf', 'not', 'if', 'then', 'else'],
];
/** Undocumented: features that are not listed as supported may be refused. */
const unlisted: readonly string[] = [
  ...['contains', 'minContains', 'maxContains', 'minProperties', 'maxProperties', 'patternProperties', 'propertyNames'],
  ...['prefixItems', 'dependentSchemas', 'dependentRequired', 'unevaluatedProperties', 'unevaluatedItems'],
];
const formats: readonly string[] = [
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
];
/** Lookaround, backreferences and word boundaries. */
const beyondRegular = /\(\?(?:[=!]|<[=!])|\\[1-9bB]|\\k</;

/** The first reason at each path of a strict tool's schema. */
export function findUncompiled(root: JsonValue | undefined, path: string): readonly Finding[] {
  const schemas = walkSchema(root, path);
  const found = schemas.flatMap((seen): readonly Finding[] => {
    const finding = problemOf(seen.schema);
    return finding === undefined ? [] : [{ path: schemaPath(seen), ...finding }];
  });
  const loop = loopIn(schemas, path);
  return loop === undefined ? found : [...found, { path: loop, message: 'A strict schema cannot refer to itself.' }];
}

function problemOf(schema: JsonObject): Omit<Finding, 'path'> | undefined {
  const unsupported = (what: string): Omit<Finding, 'path'> => ({ message: `A strict schema cannot have ${what}.` });
  const keyword = refused.find((name) => present(schema[name]));
  if (keyword !== undefined) return unsupported(keyword);
  if (Number(schema['minItems'] ?? 0) > 1) return unsupported('minItems of more than 1');
  if (typesOf(schema).includes('object') && schema['additionalProperties'] !== false)
    return unsupported('an object without additionalProperties: false');
  const { format, pattern, $ref } = schema;
  if (typeof format === 'string' && !formats.includes(format)) return unsupported(`the format ${format}`);
  if (typeof pattern === 'string' && beyondRegular.test(pattern))
    return unsupported('a pattern with lookaround or backreferences');
  if (typeof $ref === 'string' && !$ref.startsWith('#')) return unsupported('a $ref to another document');
  if (asArray(schema['enum']).some((value) => typeof value === 'object' && value !== null))
    return unsupported('objects or arrays in an enum');
  if (asArray(schema['allOf']).some((one) => present(asObject(one)?.['$ref'])))
    return unsupported('a $ref inside allOf');
  const unknown = unlisted.find((name) => present(schema[name]));
  return unknown === undefined ? undefined : { ...unsupported(unknown), level: 'warning' };
}

function present(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

/** Every reference is checked against every other. */
const mostLooked = 1_000;

/** The path of a `$ref` that leads back to an enclosing schema, directly or through others. */
function loopIn(schemas: readonly SeenSchema[], root: string): string | undefined {
  const refs = schemas.slice(0, mostLooked).flatMap((seen) => {
    const ref = asText(seen.schema['$ref']);
    return ref.startsWith('#') ? [{ from: schemaPath(seen), to: pathOf(ref, root) }] : [];
  });
  const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`);
  for (const { from, to } of refs) {
    const reached = new Set([to]);
    for (const path of reached) {
      if (isWithin(from, path)) return from;
      for (const next of refs) if (isWithin(next.from, path)) reached.add(next.to);
    }
  }
  return undefined;
}

function pathOf(ref: string, root: string): string {
  return [root, ...ref.slice(1).split('/').slice(1)].join('.');
}
