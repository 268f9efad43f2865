/**
 * Tool schemas: what none may contain, and what the compiler of `strict` does not support (ANT-076, ANT-078 … ANT-080).
 */
import type { Violation } from '../../api/api.ts';
import { arrayOf, isAbsent, isObject, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import type { Draft } from '../draft.ts';
import { breach } from '../errors.ts';

const mostUnions = 16;
const mostOptional = 24;
const mostStrict = 20;

export function* checkSchemas({ tools }: Draft): Iterable<Violation> {
  for (const [index, { input_schema: schema }] of tools.entries()) {
    if (!isObject(schema)) continue;
    const path = `tools.${index}.custom.input_schema`;
    if (['anyOf', 'oneOf', 'allOf'].some((name) => !isAbsent(schema[name]))) {
      const message = `${path}: input_schema does not support oneOf, allOf, or anyOf at the top level`;
      yield breach('ANT-080', path, message);
    }
    if (schemasIn(schema).some(({ required }) => !isAbsent(required) && !Array.isArray(required))) {
      const message = `${path}: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).`;
      yield breach('ANT-078', path, message);
    }
  }
  yield* checkStrict(tools);
}

function* checkStrict(tools: readonly JsonObject[]): Iterable<Violation> {
  const strict = tools.flatMap((tool, index) =>
    tool['strict'] === true ? [{ index, schemas: schemasIn(objectOf(tool['input_schema'])) }] : [],
  );
  for (const { index, schemas } of strict) {
    const path = `tools.${index}.custom`;
    for (const schema of schemas) {
      const problem = findUnsupported(schema);
      if (problem !== undefined) yield breach('ANT-079', path, `${path}: ${problem}`);
    }
    for (const problem of findBadReferences(schemas[0] ?? {})) yield breach('ANT-079', path, `${path}: ${problem}`);
  }
  if (strict.length > mostStrict) {
    const message = `Too many strict tools (${strict.length}). The maximum number of strict tools supported is ${mostStrict}. Try reducing the number of tools marked as strict.`;
    yield breach('ANT-076', 'tools', message);
  }
  const all = strict.flatMap(({ schemas }) => schemas);
  const unions = all.filter(isUnion).length;
  if (unions > mostUnions) {
    const message = `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: ${mostUnions} parameters with unions).`;
    yield breach('ANT-076', 'tools', message);
  }
  const optional = all.reduce((sum, schema) => sum + optionalIn(schema), 0);
  if (optional > mostOptional) {
    const message = `Schemas contains too many optional parameters (${optional}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: ${mostOptional}).`;
    yield breach('ANT-076', 'tools', message);
  }
}

const limits: readonly string[] = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['maxItems', 'uniqueItems'],
];
const forms: readonly string[] = ['oneOf', 'not', 'if', 'then', 'else'];
const knownFormats = 'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' ');

function findUnsupported(schema: JsonObject): string | undefined {
  const limit = limits.find((name) => !isAbsent(schema[name]));
  const kind = textOf(schema['type']) || 'object';
  if (limit !== undefined) return `For '${kind}' type, property '${limit}' is not supported`;
  const form = forms.find((name) => !isAbsent(schema[name]));
  if (form !== undefined) return `Schema type '${form}' is not supported`;
  if (schema['type'] === 'object' && schema['additionalProperties'] !== false) {
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  }
  const { minItems, format, pattern, enum: values, allOf } = schema as Record<string, unknown>;
  if (typeof minItems === 'number' && minItems > 1) {
    return "For 'array' type, 'minItems' values other than 0 or 1 are not supported";
  }
  if (typeof format === 'string' && !knownFormats.includes(format)) {
    return `For 'string' type, format '${format}' is not supported`;
  }
  if (typeof pattern === 'string' && /\(\?<?[=!]|\\[bB\d]/.test(pattern)) {
    return "For 'string' type, 'pattern' uses a feature that is not supported";
  }
  if (arrayOf(values).some((value) => value !== null && typeof value === 'object')) {
    return 'Enum values must be strings, numbers, booleans or null';
  }
  if (arrayOf(allOf).some((part) => isObject(part) && '$ref' in part)) return "'allOf' with '$ref' is not supported";
  return undefined;
}

/** References out of the document, and recursive schemas. */
function* findBadReferences(root: JsonObject): Iterable<string> {
  const definitions = { ...objectOf(root['definitions']), ...objectOf(root['$defs']) };
  const referredIn = (schema: JsonObject): readonly string[] =>
    schemasIn(schema, false).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  if (schemasIn(root).some(({ $ref }) => typeof $ref === 'string' && !$ref.startsWith('#'))) {
    yield 'External $ref is not supported';
  }
  const namedIn = (name: string): readonly string[] =>
    referredIn(objectOf(definitions[name])).map((ref) => (ref === '#' ? name : (ref.split('/').at(-1) ?? '')));
  const isRecursive = (name: string): boolean => {
    const reached = new Set(namedIn(name));
    for (const each of reached) for (const next of namedIn(each)) reached.add(next);
    return reached.has(name);
  };
  if (referredIn(root).includes('#') || Object.keys(definitions).some(isRecursive)) {
    yield 'Recursive schemas are not supported';
  }
}

function isUnion({ anyOf, type }: JsonObject): boolean {
  return Array.isArray(anyOf) || Array.isArray(type);
}

function optionalIn({ properties, required }: JsonObject): number {
  const names = arrayOf(required);
  return Object.keys(objectOf(properties)).filter((name) => !names.includes(name)).length;
}

/** A schema and all its subschemas; by default also those it only defines. */
function schemasIn(schema: JsonObject, withDefined = true): readonly JsonObject[] {
  const { properties, items, anyOf, oneOf, allOf, $defs, definitions } = schema as Record<string, unknown>;
  const inner = [
    ...[properties, ...(withDefined ? [$defs, definitions] : [])].flatMap((map) => Object.values(objectOf(map))),
    ...[anyOf, oneOf, allOf].flatMap(arrayOf),
    items,
  ];
  return [schema, ...inner.filter(isObject).flatMap((each) => schemasIn(each, withDefined))];
}
