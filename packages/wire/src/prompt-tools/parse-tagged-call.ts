/**
 * Parses a block in the format a model was trained on instead of the one in its prompt: GLM's pairs of `<arg_key>` and
 * `<arg_value>`, and Qwen-Coder's `<function=…>` with `<parameter=…>`. Only exact matches are read.
 */
import { type JsonValue, jsonText } from '@interlock/transcript';
import { parseJson } from '../json/json.ts';
import { type ReadCall, unescapeTags } from './text-form.ts';

export function parseTaggedCall(block: string): ReadCall | undefined {
  const text = block.trim();
  return text.startsWith('<function=') ? parseFunction(text) : parsePairs(text);
}

const functionForm: RegExp = /^<function=([^<>\s]+)>([\s\S]*?)<\/function>$/;
const parameter: RegExp = /^\s*<parameter=([^<>\s]+)>([\s\S]*?)<\/parameter>\s*/;

/** One line break on either side of a value belongs to the format. */
function parseFunction(text: string): ReadCall | undefined {
  const [, name, body] = functionForm.exec(text) ?? [];
  if (name === undefined || body === undefined) return undefined;
  const pairs = pairsIn(parameter, '</parameter>', body);
  return pairs === undefined ? undefined : callOf(name, pairs, (value) => value.replace(/^\n/, '').replace(/\n$/, ''));
}

const pair: RegExp = /^\s*<arg_key>([^<>]+)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>\s*/;

function parsePairs(text: string): ReadCall | undefined {
  const [, name, body] = /^([\w.-]+)\s*(<arg_key>[\s\S]*)$/.exec(text) ?? [];
  if (name === undefined || body === undefined) return undefined;
  const pairs = pairsIn(pair, '</arg_value>', body);
  return pairs === undefined ? undefined : callOf(name, pairs, (value) => value);
}

type Pair = readonly [string, string];

/** The whole body, pair by pair; undefined when there is anything else between them. */
function pairsIn(form: RegExp, closes: string, body: string): readonly Pair[] | undefined {
  const pairs: Pair[] = [];
  const portions = body.split(closes);
  const rest = portions.pop() ?? '';
  for (const portion of portions) {
    const [, name, value] = form.exec(portion + closes) ?? [];
    if (name === undefined || value === undefined) return undefined;
    pairs.push([name.trim(), value]);
  }
  return rest.trim() === '' ? pairs : undefined;
}

function callOf(name: string, pairs: readonly Pair[], value: (text: string) => string): ReadCall {
  const args = Object.fromEntries(pairs.map(([key, text]) => [key, readValue(unescapeTags(value(text)))]));
  return { name, arguments: jsonText(args) };
}

/** Text is not quoted; everything else is JSON. */
function readValue(text: string): JsonValue {
  const value = parseJson(text);
  return value === undefined || typeof value === 'string' ? text : value;
}
