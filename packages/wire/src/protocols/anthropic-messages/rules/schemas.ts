/** Rules for the schemas of tools: those for all, and those of the compiler for strict ones. */
import type { JsonObject } from '@interlock/transcript';
import { asArray, asObject } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { type SeenSchema, schemaPath, typesOf, walkSchema } from '../../../rules/walk-schema.ts';
import { pathOf, readBody } from './read-body.ts';
import { findUncompiled } from './strict-schema.ts';

/** The limits of a request over all strict tools, from platform.claude.com/docs/en/build-with-claude/structured-outputs. */
const mostStrictTools = 20;
const mostOptional = 24;
const mostUnions = 16;

export const schemaRules: readonly Rule[] = [
  {
    id: 'ANT-076',
    level: 'error',
    refusedBy: ['anthropic', 'bedrock', 'vertex'],
    scope: 'request',
    text: `All strict tools together have at most ${mostUnions} parameters with a union type and ${mostOptional} optional ones; there are at most ${mostStrictTools}.`,
    fix: 'Omit `strict` from some tools, or simplify their schemas.',
    find: findTooComplex,
  },
  {
    id: 'ANT-079',
    level: 'error',
    refusedBy: ['anthropic', 'bedrock', 'vertex'],
    scope: 'request',
    text: 'The schema of a strict tool has only the keywords its compiler knows, and closes every object.',
    fix: 'Omit `strict`, or put the limits in the description.',
    find: (view) =>
      strictTools(view).flatMap((tool) => findUncompiled(tool.block['input_schema'], `${pathOf(tool)}.input_schema`)),
  },
  {
    id: 'ANT-078',
    level: 'error',
    scope: 'request',
    text: '`required` is a list of names, next to `properties`.',
    fix: 'Name required properties in the schema of the object that has them.',
    find: (view) =>
      view
        .once(readSchemas)
        .filter(({ schema }) => (schema['required'] ?? null) !== null && !Array.isArray(schema['required']))
        .map((seen) => ({ path: `${schemaPath(seen)}.required`, message: 'It is not a list.' })),
  },
  {
    id: 'ANT-080',
    level: 'error',
    refusedBy: ['anthropic', 'bedrock', 'vertex'],
    scope: 'request',
    text: 'The schema of a tool has no union at the top.',
    fix: 'Merge the variants into one object.',
    find: (view) =>
      view.once(readBody).tools.flatMap((tool): readonly Finding[] => {
        const schema = asObject(tool.block['input_schema']) ?? {};
        const union = ['anyOf', 'oneOf', 'allOf'].find((keyword) => asArray(schema[keyword]).length > 0);
        if (union === undefined) return [];
        return [{ path: `${pathOf(tool)}.input_schema.${union}`, message: 'It is at the top.' }];
      }),
  },
];

function readSchemas(view: BodyView): readonly SeenSchema[] {
  return view
    .once(readBody)
    .tools.flatMap((tool) => walkSchema(tool.block['input_schema'], `${pathOf(tool)}.input_schema`));
}

/** The schemas of strict tools. For `view.once`. */
function readStrict(view: BodyView): readonly SeenSchema[] {
  return strictTools(view).flatMap((tool) => walkSchema(tool.block['input_schema'], `${pathOf(tool)}.input_schema`));
}

function strictTools(view: BodyView): ReturnType<typeof readBody>['tools'] {
  return view.once(readBody).tools.filter(({ block }) => block['strict'] === true);
}

function findTooComplex(view: BodyView): readonly Finding[] {
  const schemas = view.once(readStrict);
  const strict = strictTools(view).length;
  const optional = schemas.filter(({ property }) => property === 'optional').length;
  const unions = schemas.filter(({ property, schema }) => property !== undefined && isUnion(schema)).length;
  const found: Finding[] = [];
  if (strict > mostStrictTools) found.push({ path: 'tools', message: `There are ${strict} strict tools.` });
  if (optional > mostOptional) found.push({ path: 'tools', message: `There are ${optional} optional parameters.` });
  if (unions > mostUnions) found.push({ path: 'tools', message: `There are ${unions} parameters with a union type.` });
  return found;
}

function isUnion(schema: JsonObject): boolean {
  return typesOf(schema).length > 1 || asArray(schema['anyOf']).length > 0;
}
