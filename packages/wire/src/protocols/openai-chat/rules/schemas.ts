/** The schemas of tools, as OpenAI checks them on Chat and on Responses, and Moonshot on Chat. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { openaiServers } from '../../../checkers.ts';
import { asArray, asObject } from '../../../json.ts';
import type { Finding, Rule } from '../../../rule.ts';
import type { SchemaDialect } from '../../../traits.ts';
import { typesOf, walkSchema } from '../../../walk-schema.ts';

/** The parameters of the functions a body declares, by their places; where they stand is the protocol's own. */
type ParametersOf = (body: JsonObject) => readonly { readonly path: string; readonly parameters: JsonValue }[];

/** What we write for these keeps the rule; the others have rules of their own. */
const openaiDialects: readonly SchemaDialect[] = ['openai', 'openai-strict'];

export function schemaRules(parametersOf: ParametersOf): readonly Rule[] {
  return [
    {
      id: 'OAC-030',
      level: 'error',
      refusedBy: openaiServers,
      scope: 'request',
      text: 'Every array says what its items are; prefixItems alone does not count.',
      fix: 'Add `items`, if need be `{}`.',
      find: ({ body, traits }) =>
        (openaiServers.includes(traits.checkedBy) || openaiDialects.includes(traits.toolSchema)
          ? parametersOf(body)
          : []
        )
          .flatMap(({ parameters, path }) => walkSchema(parameters, path))
          .filter(({ schema }) => typesOf(schema).includes('array') && !saysItems(schema))
          .map(({ path }) => ({ path, message: 'is an array without items' })),
    },
    {
      id: 'OAC-031',
      level: 'error',
      refusedBy: [...openaiServers, 'moonshot'], // KIM-019
      scope: 'request',
      text: 'The parameters of a function are an object.',
      fix: 'Put the schema into a property of an object.',
      find: ({ body, traits }) => (traits.toolSchema === 'json-schema' ? [] : parametersOf(body).flatMap(findOther)),
    },
  ];
}

function saysItems({ items }: JsonObject): boolean {
  return asObject(items) !== undefined || typeof items === 'boolean' || asArray(items).length > 0;
}

/** Without parameters, or with an empty schema for them, a function takes no arguments. */
function findOther({
  path,
  parameters,
}: {
  readonly path: string;
  readonly parameters: JsonValue;
}): readonly Finding[] {
  const schema = asObject(parameters) ?? {};
  const [type, more] = typesOf(schema);
  if ((type === 'object' && more === undefined) || Object.keys(schema).length === 0) return [];
  return [{ path, message: 'is not the schema of an object' }];
}
