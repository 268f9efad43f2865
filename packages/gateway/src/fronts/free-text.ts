/** A tool that takes free text, offered as a function with one text: what both of OpenAI's APIs need for it. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, asText, parseJson } from '@interlock/wire';

/** The function's description and parameters. `grammar`: the rule that the text must follow, if there is one. */
export function freeTextFunction(description: string, grammar: JsonObject | undefined): JsonObject {
  const definition = asText(grammar?.['definition']);
  const rule =
    definition === '' ? '' : `\n\nThe input must follow this ${asText(grammar?.['syntax'])} grammar:\n${definition}`;
  return {
    description: description + rule,
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The whole input of the tool, as plain text.' } },
      required: ['input'],
      additionalProperties: false,
    },
  };
}

/** The text in the arguments of a call. OpenAI's models write the text themselves. */
export function freeTextOf(given: string): string {
  const input = asObject(parseJson(given))?.['input'];
  return typeof input === 'string' ? input : given;
}
