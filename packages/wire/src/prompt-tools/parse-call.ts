/**
 * What is inside a block, read as the calls it means. Models that were never trained on tools are seldom exact: the
 * JSON may be fenced, a list, wrapped in `function`, its arguments under another name or in a string, or not be JSON.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { asObject, asText, parseJson } from '../json/json.ts';
import { parseTaggedCall } from './parse-tagged-call.ts';
import { type ReadCall, unescapeTags, unescapeTagsInJson } from './text-form.ts';

/** The calls of a block that is sound JSON, or of a form some models were trained on; none when it is not, or names no tool. */
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

/** A string is taken for the arguments' JSON text; if it is not JSON, the gatherer gets it unchanged. */
function argumentsOf(call: JsonObject): string {
  const args = call['arguments'] ?? call['parameters'] ?? {};
  const value = typeof args === 'string' ? asObject(parseJson(args)) : args;
  return value === undefined ? asText(args) : unescapedText(value);
}

function unescapedText(value: JsonValue): string {
  try {
    return JSON.stringify(value, unescapeText);
  } catch {
    // Nested too deeply for that.
    return unescapeTagsInJson(jsonText(value));
  }
}

function unescapeText(_key: string, value: JsonValue): JsonValue {
  return typeof value === 'string' ? unescapeTags(value) : value;
}

/** The call of a block that is not JSON, if it names a tool: its arguments are kept as they are. */
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
