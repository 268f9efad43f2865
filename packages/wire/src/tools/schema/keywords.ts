/** Which keywords of JSON Schema hold schemas: everything else is data, in which nothing is translated. */

/** One schema, or `true` / `false`. */
export const schemaKeywords: readonly string[] = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/** A list of them. `items` may be one too, before 2020-12. */
export const schemaListKeywords: readonly string[] = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];

/** Schemas by name. The names are the author's own: `format` or `default` under `properties` is not a keyword. */
export const schemaMapKeywords: readonly string[] = [
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
];
