/** Describes what is wrong with a call's arguments, so that the model can fix it: where, what was expected, what was given. */
import { isJsonObject, type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { resolveRef } from '@interlock/wire';
import type { TLocalizedValidationError } from 'typebox/error';
import { clip } from '../text/clip.ts';

/** The validator stops there. */
const mostErrors = 8;
const mostNames = 30;
const longestValue = 80;

interface Problem {
  readonly path: string;
  readonly text: string;
}

/** One line for each place, `- path: …`; none if there are only derived errors. */
export function argumentProblems(
  errors: readonly TLocalizedValidationError[],
  schema: JsonObject,
  args: JsonObject,
): readonly string[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const inUnion = new Set(unions.map(({ instancePath }) => instancePath));
  const texts = new Map<string, Set<string>>();
  for (const { path, text } of errors.flatMap((error) => problemsOf(error, schema))) {
    texts.set(path, (texts.get(path) ?? new Set()).add(text));
  }
  const lines = [...texts].map(([path, found]) => {
    const joined = inUnion.has(path)
      ? [...found].join(' or ').replaceAll(' or expected ', ' or ')
      : [...found].join(', ');
    return `- ${placeOf(path)}: ${joined}${gotOf(path, [...found], args)}`;
  });
  return errors.length < mostErrors ? lines : [...lines, '- there may be more'];
}

function problemsOf(error: TLocalizedValidationError, schema: JsonObject): readonly Problem[] {
  const { instancePath: path, schemaPath } = error;
  const at = (text: string): readonly Problem[] => [{ path, text }];
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => ({
        path: `${path}/${escaped(name)}`,
        text: `is required${kindOf(schemaAt(schema, `${schemaPath}/properties/${escaped(name)}`))}`,
      }));
    case 'boolean':
      return at(unknownName(schemaPath, schema));
    // Already reported for each name.
    case 'additionalProperties':
      return [];
    // The errors of its branches are more precise.
    case 'anyOf':
      return [];
    case 'oneOf':
      return error.params.passingSchemas.length > 1 ? at('matches several forms, but must match only one') : [];
    case 'type':
      return at(`expected ${[error.params.type].flat().join(' or ')}`);
    case 'enum':
      return at(`expected one of ${clip(error.params.allowedValues.map(textOf).join(', '), 600)}`);
    case 'const':
      return at(`expected ${textOf(error.params.allowedValue)}`);
    default:
      return at(clip(error.message, 200));
  }
}

function unknownName(schemaPath: string, schema: JsonObject): string {
  const end = '/additionalProperties';
  if (!schemaPath.endsWith(end)) return 'is not allowed';
  const owner = schemaAt(schema, schemaPath.slice(0, -end.length));
  const properties = isJsonObject(owner) ? owner['properties'] : undefined;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  if (names.length === 0) return 'is unknown; no arguments are allowed here';
  const more = names.length > mostNames ? ', …' : '';
  return `is unknown; valid names are ${clip(names.slice(0, mostNames).join(', '), 600)}${more}`;
}

function kindOf(schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return '';
  const { type, description } = schema;
  const kinds = Array.isArray(type) ? type.join(' or ') : type;
  const what = typeof description === 'string' ? `: ${clip(description, 120)}` : '';
  return `${typeof kinds === 'string' ? ` (${kinds})` : ''}${what}`;
}

/** Empty for missing and unknown arguments. */
function gotOf(path: string, texts: readonly string[], args: JsonObject): string {
  if (texts.some((text) => text.startsWith('is '))) return '';
  const value = valueAt(args, path);
  if (value === undefined) return '';
  return value === null ? ', got null' : `, got ${nameOfKind(value)} ${textOf(value)}`;
}

function nameOfKind(value: JsonValue): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function textOf(value: unknown): string {
  return clip(jsonText(value as JsonValue) ?? 'nothing', longestValue);
}

/** Error paths ignore references. */
function schemaAt(schema: JsonObject, path: string): JsonValue | undefined {
  let place: JsonValue | undefined = followed(schema, schema);
  for (const part of path.split('/').slice(1)) {
    const name = unescaped(part);
    if (Array.isArray(place)) place = place[Number(name)];
    else place = isJsonObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
    place = followed(schema, place);
  }
  return place;
}

function followed(schema: JsonObject, place: JsonValue | undefined): JsonValue | undefined {
  let here = place;
  for (let hop = 0; hop < 20; hop += 1) {
    const reference = isJsonObject(here) ? here['$ref'] : undefined;
    if (typeof reference !== 'string') return here;
    here = resolveRef(schema, reference);
  }
  return here;
}

function valueAt(args: JsonObject, path: string): JsonValue | undefined {
  let place: JsonValue | undefined = args;
  for (const part of path.split('/').slice(1)) {
    const name = unescaped(part);
    if (Array.isArray(place)) place = place[Number(name)];
    else place = isJsonObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  }
  return place;
}

/** `/items/0/a b` as `items[0]["a b"]`. */
function placeOf(path: string): string {
  const parts = path.split('/').slice(1).map(unescaped);
  if (parts.length === 0) return 'the arguments';
  const text = parts.map((part, index) => {
    if (/^\d+$/.test(part)) return `[${part}]`;
    if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(part)) return index === 0 ? part : `.${part}`;
    return `[${JSON.stringify(part)}]`;
  });
  return clip(text.join(''), 300);
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
