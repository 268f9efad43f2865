/** Tools that take one text instead of arguments: as a function for targets without such tools, and the calls of both forms. */
import type { JsonObject } from '@interlock/transcript';
import { followsGrammar, wholeInput } from '../texts/model-texts.ts';
import type { Tool } from '../traits/settings.ts';

const parameters: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string', description: wholeInput } },
  required: ['input'],
  additionalProperties: false,
};

export function freeFormFunction({ name, description = '', freeForm }: Tool): Tool {
  const { grammar } = freeForm ?? {};
  const rule = grammar === undefined ? '' : followsGrammar(grammar.syntax, grammar.definition);
  const text = [description, rule].filter((part) => part !== '').join('\n\n');
  return { name, ...(text === '' ? {} : { description: text }), parameters };
}

/** The arguments that a free-form call has here. */
export function freeFormArguments(input: string): JsonObject {
  return { input };
}

/** The text of a call with these arguments. Undefined: they are not those of a free-form call. */
export function freeFormInput({ input, ...others }: JsonObject): string | undefined {
  return typeof input === 'string' && Object.keys(others).length === 0 ? input : undefined;
}
