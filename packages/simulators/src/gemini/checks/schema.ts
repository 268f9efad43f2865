/** Checks a proto Schema beyond the names of its fields: properties, items, types, formats and enums (GEM-023, GEM-025). */
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { type Finding, fieldFinding } from '../finding.ts';

const formats: Readonly<Record<string, readonly string[]>> = {
  STRING: ['enum', 'date-time'],
  NUMBER: ['float', 'double'],
  INTEGER: ['int32', 'int64'],
};

export function* checkSchema(schema: JsonObject, path: string): Iterable<Finding> {
  const type = textOf(schema['type']);
  const anyOf = arrayOf(schema['anyOf']);
  if ((type === '' || type === 'TYPE_UNSPECIFIED') && anyOf.length === 0) {
    yield fieldFinding('GEM-023', `${path}.type`, 'must be specified');
  }
  if (type === 'ARRAY' && !isObject(schema['items'])) {
    yield fieldFinding('GEM-023', `${path}.items`, 'missing field.');
  }
  if (type === 'OBJECT') yield* checkObject(schema, path);
  yield* checkFormat(schema, type, path);
  yield* checkEnum(schema, type, path);
  for (const [name, property] of Object.entries(objectOf(schema['properties']))) {
    yield* checkSchema(objectOf(property), `${path}.properties[${name}]`);
  }
  if (isObject(schema['items'])) yield* checkSchema(schema['items'], `${path}.items`);
  for (const [index, each] of anyOf.entries()) yield* checkSchema(objectOf(each), `${path}.any_of[${index}]`);
}

/** Once refused without properties; accepted today. */
function* checkObject(schema: JsonObject, path: string): Iterable<Finding> {
  const properties = objectOf(schema['properties']);
  if (Object.keys(properties).length === 0) {
    yield {
      ...fieldFinding('GEM-023', `${path}.properties`, 'should be non-empty for OBJECT type'),
      silent: true,
    };
  }
  const stray = arrayOf(schema['required']).findIndex((name) => !Object.hasOwn(properties, textOf(name)));
  if (stray >= 0) yield fieldFinding('GEM-023', `${path}.required[${stray}]`, 'property is not defined');
}

function* checkFormat(schema: JsonObject, type: string, path: string): Iterable<Finding> {
  const format = textOf(schema['format']);
  const allowed = Object.hasOwn(formats, type) ? (formats[type] ?? []) : [];
  if (format === '' || allowed.includes(format)) return;
  const why =
    allowed.length === 0
      ? 'only supported for STRING, NUMBER and INTEGER type'
      : `only ${allowed.map((each) => `'${each}'`).join(' and ')} are supported for ${type} type`;
  yield fieldFinding('GEM-025', `${path}.format`, why);
}

function* checkEnum(schema: JsonObject, type: string, path: string): Iterable<Finding> {
  const values = arrayOf(schema['enum']);
  if (values.length === 0) return;
  if (type !== 'STRING') yield fieldFinding('GEM-025', `${path}.enum`, 'only allowed for STRING type');
  const empty = values.indexOf('');
  if (empty >= 0) yield fieldFinding('GEM-025', `${path}.enum[${empty}]`, 'cannot be empty');
}
