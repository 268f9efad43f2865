/** Reads a choice of tools in the form of any API: a word, an object around it, or the name of a tool. */
import type { JsonValue } from '@interlock/transcript';
import { asObject, asText } from '../json/json.ts';
import type { ToolChoice } from '../traits/settings.ts';

/** Undefined if it is none of them. */
export function readAnyChoice(value: JsonValue | undefined): ToolChoice | undefined {
  const choice = asObject(value);
  const word = choice === undefined ? value : choice['type'];
  if (word === 'auto' || word === 'none') return word;
  if (word === 'any' || word === 'required') return 'required';
  const named = asObject(choice?.['function']) ?? asObject(choice?.['custom']) ?? choice;
  const tool = asText(named?.['name']) || asText(named?.['toolName']);
  return tool !== '' && kinds.has(asText(word)) ? { tool } : undefined;
}

/** What a single tool is called. */
const kinds: ReadonlySet<string> = new Set(['', 'tool', 'function', 'custom']);
