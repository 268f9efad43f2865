/**
 * Parses the calls in a block. Models that were not trained on tools are rarely exact: the JSON may be fenced, a list, wrapped
 * in `function`, have its arguments under another name or in a string, or be invalid.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { asObject, asText, parseJson } from '../json/json.ts';
import { parseTaggedCall } from './parse-tagged-call.ts';
import { type ReadCall, unescapeTags, unescapeTagsInJson } from './text-form.ts';

/** The calls of a block with valid JSON, or in a format some models were trained on; none if it is invalid or names no tool. */
export function parseCalls(block: string): readonly ReadCall[] {
  try {
    const value: JsonValue = JSON.parse(withoutFence(block));
    const calls = (Array.isArray(value) ? value : [value]).map(callOf);
    return calls.every((call) => call !== undefined) ? calls : [];
  } catch {
    const call = parseTaggedCall(block);
    return call === undefined ? [] : [call];
  }
}

function callOf(value: JsonValue): ReadCall | undefined {
  const outer = asObject(value);
  const call = asObject(outer?.['function']) ?? outer;
  const name = unescapeTags(asText(call?.['name']));
  if (call === undefined || name === '') return undefined;
  return { name, arguments: argumentsOf(call) };
}

/** A string is treated as the JSON text of the arguments; if it is not JSON, the gatherer gets it unchanged. */
function argumentsOf(call: JsonObject): string {
  const args = call['arguments'] ?? call['parameters'] ?? {};
  const value = typeof args === 'string' ? asObject(parseJson(args)) : args;
  return value === undefined ? asText(args) : unescapedText(value);
}

function unescapedText(value: JsonValue): string {
  try {
    return JSON.stringify(value, unescapeText);
  } catch {
    // Nested too deeply.
    return unescapeTagsInJson(jsonText(value));
  }
}

function unescapeText(_key: string, value: JsonValue): JsonValue {
  return typeof value === 'string' ? unescapeTags(value) : value;
}

/** The call of a block that is not JSON, if it names a tool: its arguments are kept unchanged. */
export function salvageCall(block: string): ReadCall | undefined {
  const text = withoutFence(block);
  const at = argumentsKey.exec(text);
  const before = at === null ? text : text.slice(0, at.index);
  const name = nameIn(before);
  if (name !== undefined)
    return { name, arguments: at === null ? text : rawArguments(text.slice(at.index + at[0].length)) };
  const later = nameIn(text);
  return later === undefined ? undefined : { name: later, arguments: text };
}

const argumentsKey: RegExp = /"(?:arguments|parameters)"\s*:\s*/;
const nameKey: RegExp = /"name"\s*:\s*"([^"\\]+)"/;

function nameIn(text: string): string | undefined {
  return nameKey.exec(text)?.[1];
}

/** The last brace belongs to the block, unless the arguments need it. */
function rawArguments(rest: string): string {
  const text = rest.trim();
  if (parseJson(text) !== undefined || !text.endsWith('}')) return text;
  return text.slice(0, -1).trimEnd();
}

function withoutFence(block: string): string {
  const text = block.trim();
  const fenced = text.length > 6 && text.startsWith('```') && text.endsWith('```');
  return fenced
    ? text
        .slice(3, -3)
        .replace(/^[a-zA-Z]+/, '')
        .trim()
    : text;
}
