/**
 * Makes a tool's JSON Schema usable for a validator. Schemas of MCP servers contain broken references, invalid regular
 * expressions, `nullable`: such a part is removed, so that it accepts everything and the rest is still checked.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@interlock/transcript';
import { resolveRef } from './refs.ts';
import { schemaMapKeywords } from './subschemas.ts';

/** Their values are data, not schemas. */
const dataKeywords: readonly string[] = ['default', 'const', 'enum', 'examples', 'required', 'dependentRequired'];
/** The more these accept inside, the less the whole accepts. So they are removed if anything was removed from the schema. */
const reversingKeywords: readonly string[] = [
  'not',
  'oneOf',
  'if',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
];
/** Following references is expensive; a few lines of schema can require billions of steps. */
const mostReferences = 5_000;
const deepest = 200;

/** Undefined when nothing can be checked against it. */
export function checkableSchema(schema: JsonObject): JsonObject | undefined {
  const found = { unusable: 0, isTooDeep: false };
  const cleaning = { root: schema, names: gatherNames(schema, new Set(), 0), depth: 0, found };
  const whole = clean(schema, { ...cleaning, isLoose: false });
  const cleaned = found.unusable === 0 ? whole : clean(schema, { ...cleaning, isLoose: true });
  if (!isJsonObject(cleaned) || found.isTooDeep) return undefined;
  return countReferences(cleaned, cleaned, new Map(), 0) > mostReferences ? undefined : cleaned;
}

interface Cleaning {
  readonly root: JsonObject;
  readonly names: ReadonlySet<string>;
  readonly depth: number;
  /** Whether something was removed from the schema. */
  readonly isLoose: boolean;
  readonly found: { unusable: number; isTooDeep: boolean };
}

function clean(schema: JsonValue, cleaning: Cleaning): JsonValue {
  if (!isJsonObject(schema)) return schema;
  if (cleaning.depth > deepest) {
    cleaning.found.isTooDeep = true;
    return {};
  }
  const inside = { ...cleaning, depth: cleaning.depth + 1 };
  const usable = Object.entries(schema).flatMap(([keyword, value]): readonly (readonly [string, JsonValue])[] =>
    isUsable(keyword, value, cleaning) ? [[keyword, cleanKeyword(keyword, value, inside)]] : [],
  );
  return withNull(Object.fromEntries(usable));
}

function cleanKeyword(keyword: string, value: JsonValue, cleaning: Cleaning): JsonValue {
  if (dataKeywords.includes(keyword)) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => clean(item, cleaning));
  if (!schemaMapKeywords.has(keyword) || !isJsonObject(value)) return clean(value, cleaning);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, clean(schema, cleaning)]));
}

function isUsable(keyword: string, value: JsonValue, { root, names, isLoose, found }: Cleaning): boolean {
  if (isLoose && reversingKeywords.includes(keyword)) return false;
  const isValid = isValidKeyword(keyword, value, root, names);
  if (!isValid) found.unusable += 1;
  return isValid;
}

function isValidKeyword(keyword: string, value: JsonValue, root: JsonObject, names: ReadonlySet<string>): boolean {
  if (keyword === 'patternProperties') return !isJsonObject(value) || Object.keys(value).every(isPattern);
  if (typeof value !== 'string') return true;
  if (keyword === 'pattern') return isPattern(value);
  if (keyword !== '$ref' && keyword !== '$dynamicRef') return true;
  return names.has(value) || resolveRef(root, value) !== undefined;
}

/** With the flag `u`, as the validator uses it. */
export function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** OpenAPI's way to allow null. */
function withNull(schema: JsonObject): JsonObject {
  const { nullable, type } = schema;
  return nullable === true && typeof type === 'string' ? { ...schema, type: [type, 'null'] } : schema;
}

function gatherNames(value: JsonValue, names: Set<string>, depth: number): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null || depth > deepest) return names;
  if (isJsonObject(value)) {
    const { $id, $anchor, $dynamicAnchor } = value;
    if (typeof $id === 'string') names.add($id);
    if (typeof $anchor === 'string') names.add(`#${$anchor}`);
    if (typeof $dynamicAnchor === 'string') names.add(`#${$dynamicAnchor}`);
  }
  for (const inner of Object.values(value)) gatherNames(inner, names, depth + 1);
  return names;
}

/** How many references a check follows if it follows each one every time. A cycle counts once. */
function countReferences(value: JsonValue, root: JsonObject, known: Map<string, number>, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > deepest) return 0;
  let count = 0;
  for (const [key, inner] of Object.entries(value)) {
    // Definitions count where they are referred to.
    if (key === '$defs' || key === 'definitions') continue;
    count += key === '$ref' && typeof inner === 'string' ? 1 + countTarget(inner) : 0;
    count += countReferences(inner, root, known, depth + 1);
  }
  return count;

  function countTarget(reference: string): number {
    const before = known.get(reference);
    if (before !== undefined) return before;
    known.set(reference, 0);
    const target = countReferences(resolveRef(root, reference) ?? null, root, known, depth + 1);
    known.set(reference, target);
    return target;
  }
}
