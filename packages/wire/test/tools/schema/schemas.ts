/** Tool schemas for property tests, valid and invalid: keywords with values of every type, in any combination. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';

const names: readonly string[] = ['format', 'default', 'const', 'type', 'x', '$ref', '__proto__', 'a/b', 'required'];
const name: fc.Arbitrary<string> = fc.constantFrom(...names);
const types: readonly JsonValue[] = [
  ...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null', 'OBJECT', 'strng', ''],
  ...[['string', 'null'], ['string', 'number'], ['object', 'array', 'null'], [], [7], null, 3],
];
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer({ min: -3, max: 9 }),
  fc.constantFrom(0.5, -1.5),
  fc.boolean(),
  fc.constant(null),
);
const odd: fc.Arbitrary<JsonValue> = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(name, leaf, { maxKeys: 2 }),
);
const refs: readonly string[] = [
  ...['#', '#/$defs/x', '#/$defs/a~1b', '#/definitions/x', '#/properties/x', '#/%24defs/x'],
  ...['#/nowhere', 'other.json', '#anchor', '#%'],
];

const values: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  type: fc.constantFrom(...types),
  description: fc.constantFrom('A thing.', ''),
  required: fc.array(name, { maxLength: 3 }),
  enum: fc.array(leaf, { maxLength: 4 }),
  const: leaf,
  $ref: fc.constantFrom(...refs),
  format: fc.constantFrom('date-time', 'enum', 'uri', 'int32', 'float'),
  pattern: fc.constantFrom('^a+$', '(?=x)', '(a)\\1'),
  nullable: fc.boolean(),
  ...Object.fromEntries(
    ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'minItems', 'maxLength'].map((bound) => [
      bound,
      odd,
    ]),
  ),
  ...Object.fromEntries(['default', 'title', '$schema', 'examples', 'uniqueItems'].map((note) => [note, odd])),
};

/** A keyword with its value, mostly of the right type, sometimes of another. */
function said(keyword: string, value: fc.Arbitrary<JsonValue>): fc.Arbitrary<readonly [string, JsonValue]> {
  const some = fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: odd });
  return some.map((one) => [keyword, one] as const);
}

function schemas(depth: number): fc.Arbitrary<JsonObject> {
  const plain = Object.entries(values).map(([keyword, value]) => ({ weight: 1, arbitrary: said(keyword, value) }));
  const nested = depth === 0 ? [] : holders(schemas(depth - 1));
  const entries = fc.array(fc.oneof(...plain, ...nested), { maxLength: 5 });
  return entries.map((keywords) => Object.fromEntries(keywords));
}

function holders(schema: fc.Arbitrary<JsonObject>) {
  const child: fc.Arbitrary<JsonValue> = fc.oneof(
    { weight: 6, arbitrary: schema },
    { weight: 1, arbitrary: fc.boolean() },
  );
  const list = fc.array(child, { maxLength: 3 });
  const map = fc.dictionary(name, child, { maxKeys: 3 });
  return [
    { weight: 8, arbitrary: said('properties', map) },
    { weight: 3, arbitrary: said('items', fc.oneof(child, list)) },
    { weight: 1, arbitrary: said('prefixItems', list) },
    { weight: 4, arbitrary: said('anyOf', list) },
    { weight: 2, arbitrary: said('oneOf', list) },
    { weight: 3, arbitrary: said('allOf', list) },
    { weight: 2, arbitrary: said('$defs', map) },
    { weight: 1, arbitrary: said('definitions', map) },
    { weight: 2, arbitrary: said('additionalProperties', child) },
    { weight: 1, arbitrary: said('not', child) },
  ];
}

export const anySchema: fc.Arbitrary<JsonObject> = schemas(3);
