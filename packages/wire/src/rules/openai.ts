/**
 * Rules that OpenAI's servers enforce on Chat and Responses: the temperature, arguments, and the schemas of tools (Moonshot has
 * one of them, too).
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asNumber, asObject, asText, parseJson } from '../json/json.ts';
import type { SchemaDialect } from '../traits/traits.ts';
import { type Finding, type Rule, where } from './rule.ts';
import { schemaPath, typesOf, walkSchema } from './walk-schema.ts';

/** OpenAI's own API, and the same models on Azure, by the name in `traits.checkedBy`: both refuse the same. */
export const openaiServers: readonly string[] = ['openai', 'azure'];

export const temperatureRange: Rule = {
  id: 'OAC-028',
  level: 'error',
  refusedBy: openaiServers,
  scope: 'message',
  text: 'A temperature is between 0 and 2.',
  fix: 'Use the nearest value in the range.',
  find: ({ body }) => {
    const temperature = asNumber(body['temperature']) ?? 0;
    return temperature >= 0 && temperature <= 2 ? [] : [{ path: 'temperature', message: 'is not between 0 and 2' }];
  },
};

/** Fields of other servers that speak the same protocols. Any other unknown field may be newer than we are. */
const ofOthers: readonly string[] = [
  ...['top_k', 'min_p', 'top_a', 'repetition_penalty', 'repeat_penalty', 'random_seed', 'safe_prompt', 'prompt_mode'],
  ...['thinking', 'enable_thinking', 'thinking_budget', 'chat_template_kwargs', 'do_sample', 'user_id', 'request_id'],
  ...['provider', 'models', 'route', 'transforms', 'plugins', 'guided_json', 'continue_final_message'],
  ...['cache_prompt', 'clear_thinking'],
];

/** OpenRouter's, which OpenAI has on Responses only. */
const ofOtherChats: readonly string[] = ['reasoning'];

export const unknownFields: Rule = {
  id: 'OAC-033',
  level: 'error',
  refusedBy: openaiServers,
  scope: 'message',
  fields: 'refused',
  text: 'OpenAI refuses fields that it does not know.',
  fix: 'Omit the field.',
  find: ({ body, traits }) =>
    openaiServers.includes(traits.checkedBy)
      ? [...ofOthers, ...(body['messages'] === undefined ? [] : ofOtherChats)]
          .filter((name) => body[name] !== undefined)
          .map((path) => ({ path, message: 'is an unknown field' }))
      : [],
};

export const freeFormTools: Rule = {
  id: 'OAC-036',
  level: 'error',
  scope: 'message',
  text: 'Only OpenAI accepts free-form tools, since GPT-5.',
  fix: 'Offer a function with one text.',
  find: where(
    ({ traits }) => !traits.customTools,
    ({ body }) =>
      asArray(body['tools']).flatMap((tool, at) =>
        asObject(tool)?.['type'] === 'custom' ? [{ path: `tools.${at}.type`, message: 'is not accepted' }] : [],
      ),
  ),
};

export const allowedTools: Rule = {
  id: 'OAC-037',
  level: 'error',
  scope: 'message',
  text: 'Only OpenAI can be told which of the tools may be called.',
  fix: 'Offer only those tools.',
  find: where(
    ({ traits }) => !traits.allowedTools,
    ({ body }) =>
      asObject(body['tool_choice'])?.['type'] === 'allowed_tools'
        ? [{ path: 'tool_choice.type', message: 'is not accepted' }]
        : [],
  ),
};

export const longUser: Rule = {
  id: 'OAC-034',
  level: 'error',
  refusedBy: openaiServers,
  scope: 'message',
  text: 'The id of a user has at most 64 characters.',
  fix: 'Use a shorter id, or omit it.',
  find: ({ body }) =>
    ['user', 'safety_identifier']
      .filter((name) => asText(body[name]).length > 64)
      .map((path) => ({ path, message: 'is too long' })),
};

/** The parameters of the declared functions, by their paths, which depend on the protocol. */
type ParametersOf = (body: JsonObject) => readonly { readonly path: string; readonly parameters: JsonValue }[];

/** Dialects whose schemas follow the rule. The others have their own rules. */
const openaiDialects: readonly SchemaDialect[] = ['openai', 'openai-strict'];

export function schemaRules(parametersOf: ParametersOf): readonly Rule[] {
  return [
    {
      id: 'OAC-030',
      level: 'error',
      refusedBy: openaiServers,
      scope: 'request',
      text: 'Every array has `items`; prefixItems alone does not count.',
      fix: 'Add `items`, if necessary `{}`.',
      find: ({ body, traits }) =>
        (openaiServers.includes(traits.checkedBy) || openaiDialects.includes(traits.toolSchema)
          ? parametersOf(body)
          : []
        )
          .flatMap(({ parameters, path }) => walkSchema(parameters, path))
          .filter(({ schema }) => typesOf(schema).includes('array') && !saysItems(schema))
          .map((seen) => ({ path: schemaPath(seen), message: 'is an array without items' })),
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

/** Without parameters, or with an empty schema, a function takes no arguments. */
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

/** Plain texts, integers and words: most arguments contain nothing else, and need no parsing. */
const flatObject: RegExp =
  /^\{(?:"[ !#-[\]-\uffff]*":(?:"[ !#-[\]-\uffff]*"|-?(?:0|[1-9]\d*)|true|false|null)(?:,(?=")|(?=\})))*\}$/;

/** Longer texts are parsed: a regular expression needs memory for every character. */
const longestPattern = 4096;

/** Whether a text is a JSON object, as the arguments of a call must be (OAC-011, QWN-006). */
export function isObjectText(text: string): boolean {
  if (text.length <= longestPattern && flatObject.test(text)) return true;
  return asObject(parseJson(text)) !== undefined;
}
