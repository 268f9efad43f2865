/**
 * A tool's JSON Schema as the validator can use it. Schemas of MCP servers hold references that lead nowhere, patterns that are no
 * regular expressions, `nullable`: such a part is taken out, so that it accepts everything and the rest is still checked.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';

/** Their values are data, not schemas. */
const dataKeywords: readonly string[] = ['default', 'const', 'enum', 'examples', 'required', 'dependentRequired'];
/** Names to schemas. */
const mapKeywords: readonly string[] = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
/** Where accepting more inside means accepting less outside: they cannot stay when something is taken out. */
const turningKeywords: readonly string[] = [
  'not',
  'oneOf',
  'if',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
];
/** Following references costs; a few lines of schema can ask for billions of steps. */
const mostReferences = 5_000;
const deepest = 200;

/** Undefined: it cannot be checked at all. */
export function checkableSchema(schema: JsonObject): JsonObject | undefined {
  const found = { unusable: 0, isTooDeep: false };
  const place = { root: schema, names: gatherNames(schema, new Set(), 0), depth: 0, found };
  const whole = clean(schema, { ...place, isLoose: false });
  const cleaned = found.unusable === 0 ? whole : clean(schema, { ...place, isLoose: true });
  if (!isObject(cleaned) || found.isTooDeep) return undefined;
  return countReferences(cleaned, cleaned, new Map(), 0) > mostReferences ? undefined : cleaned;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a pointer such as `#/$defs/x` leads to. */
export function pointedAt(root: JsonObject, pointer: string): JsonValue | undefined {
  if (pointer === '#') return root;
  if (!pointer.startsWith('#/')) return undefined;
  let place: JsonValue | undefined = root;
  for (const part of pointer.slice(2).split('/')) place = stepInto(place, nameOf(part));
  return place;
}

function stepInto(place: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(place)) return place[Number(name)];
  return isObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
}

function nameOf(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

interface Place {
  readonly root: JsonObject;
  readonly names: ReadonlySet<string>;
  readonly depth: number;
  /** Something is taken out somewhere. */
  readonly isLoose: boolean;
  readonly found: { unusable: number; isTooDeep: boolean };
}

function clean(schema: JsonValue, place: Place): JsonValue {
  if (!isObject(schema)) return schema;
  if (place.depth > deepest) {
    place.found.isTooDeep = true;
    return {};
  }
  const inside = { ...place, depth: place.depth + 1 };
  const kept = Object.entries(schema).flatMap(([keyword, value]): readonly (readonly [string, JsonValue])[] =>
    isUsable(keyword, value, place) ? [[keyword, cleanKeyword(keyword, value, inside)]] : [],
  );
  return withNull(Object.fromEntries(kept));
}

function cleanKeyword(keyword: string, value: JsonValue, place: Place): JsonValue {
  if (dataKeywords.includes(keyword)) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => clean(item, place));
  if (!mapKeywords.includes(keyword) || !isObject(value)) return clean(value, place);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, clean(schema, place)]));
}

function isUsable(keyword: string, value: JsonValue, { root, names, isLoose, found }: Place): boolean {
  if (isLoose && turningKeywords.includes(keyword)) return false;
  const isSound = isSoundKeyword(keyword, value, root, names);
  if (!isSound) found.unusable += 1;
  return isSound;
}

function isSoundKeyword(keyword: string, value: JsonValue, root: JsonObject, names: ReadonlySet<string>): boolean {
  if (keyword === 'patternProperties') return !isObject(value) || Object.keys(value).every(isPattern);
  if (typeof value !== 'string') return true;
  if (keyword === 'pattern') return isPattern(value);
  if (keyword !== '$ref' && keyword !== '$dynamicRef') return true;
  return names.has(value) || pointedAt(root, value) !== undefined;
}

/** As the validator reads them: with `u`. */
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
  if (isObject(value)) {
    const { $id, $anchor, $dynamicAnchor } = value;
    if (typeof $id === 'string') names.add($id);
    if (typeof $anchor === 'string') names.add(`#${$anchor}`);
    if (typeof $dynamicAnchor === 'string') names.add(`#${$dynamicAnchor}`);
  }
  for (const inner of Object.values(value)) gatherNames(inner, names, depth + 1);
  return names;
}

/** How many references checking may follow when each of them is followed wherever it stands; a circle counts once. */
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
    const target = countReferences(pointedAt(root, reference) ?? null, root, known, depth + 1);
    known.set(reference, target);
    return target;
  }
}
