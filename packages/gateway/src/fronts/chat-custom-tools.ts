/**
 * Turns the free-form tools of Chat Completions (`custom`) into functions with one text, in `tools`, in calls of the history and in
 * `tool_choice`, and the calls of an answer back. Their outputs are those of functions.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Frame, parseJson } from '@interlock/wire';
import { freeTextFunction, freeTextOf } from './free-text.ts';
import type { Reshape } from './reshape.ts';

/** The request with custom tools and their calls as functions; the same object if there are none. */
export function withChatFunctions(body: JsonObject): JsonObject {
  const { tools, messages, tool_choice: choice } = body;
  const changed: { [name: string]: JsonValue } = {};
  const offered = asArray(tools).map(asFunctionTool);
  if (offered.some((tool, at) => tool !== asArray(tools)[at])) changed['tools'] = offered;
  const said = asArray(messages).map(asFunctionMessage);
  if (said.some((message, at) => message !== asArray(messages)[at])) changed['messages'] = said;
  const chosen = asFunctionChoice(choice ?? null);
  if (chosen !== (choice ?? null)) changed['tool_choice'] = chosen;
  return Object.keys(changed).length === 0 ? body : { ...body, ...changed };
}

function customIn(entry: JsonValue): JsonObject | undefined {
  const object = asObject(entry);
  return object?.['type'] === 'custom' ? (asObject(object['custom']) ?? {}) : undefined;
}

function asFunctionTool(entry: JsonValue): JsonValue {
  const custom = customIn(entry);
  if (custom === undefined) return entry;
  const grammar = asObject(asObject(custom['format'])?.['grammar']);
  const name = asText(custom['name']);
  return { type: 'function', function: { name, ...freeTextFunction(asText(custom['description']), grammar) } };
}

/** The same object for the same message, so that only the new part of a continued conversation is read. */
const functionMessages = new WeakMap<JsonObject, JsonObject>();

function asFunctionMessage(entry: JsonValue): JsonValue {
  const message = asObject(entry);
  const calls = asArray(message?.['tool_calls']);
  if (message === undefined || !calls.some((call) => customIn(call) !== undefined)) return entry;
  const known = functionMessages.get(message);
  if (known !== undefined) return known;
  const made = { ...message, tool_calls: calls.map(asFunctionCall) };
  functionMessages.set(message, made);
  return made;
}

function asFunctionCall(entry: JsonValue): JsonValue {
  const custom = customIn(entry);
  if (custom === undefined) return entry;
  const { custom: _, ...rest } = asObject(entry) ?? {};
  const input = asText(custom['input']);
  return {
    ...rest,
    type: 'function',
    function: { name: asText(custom['name']), arguments: JSON.stringify({ input }) },
  };
}

/** One custom tool, or a list of tools that are allowed. */
function asFunctionChoice(choice: JsonValue): JsonValue {
  const custom = customIn(choice);
  if (custom !== undefined) return { type: 'function', function: { name: asText(custom['name']) } };
  const allowed = asObject(asObject(choice)?.['allowed_tools']);
  const tools = asArray(allowed?.['tools']);
  if (allowed === undefined || !tools.some((tool) => customIn(tool) !== undefined)) return choice;
  return { ...asObject(choice), allowed_tools: { ...allowed, tools: tools.map(asFunctionChoice) } };
}

/** Undefined: the client has no such tools. */
export function reshapeChatCalls(body: JsonObject): Reshape | undefined {
  const names = new Set(
    asArray(body['tools'])
      .flatMap((tool) => customIn(tool)?.['name'] ?? [])
      .map(asText),
  );
  if (names.size === 0) return undefined;
  /** The arguments of free-form calls so far, by their number: partial JSON does not tell the text. */
  const held = new Map<JsonValue, string>();

  const piece = (entry: JsonValue): readonly JsonObject[] => {
    const { function: called, ...call } = asObject(entry) ?? {};
    const { name, arguments: more } = asObject(called) ?? {};
    const index = call['index'] ?? 0;
    const known = held.get(index);
    if (known === undefined && !names.has(asText(name))) return [asObject(entry) ?? {}];
    held.set(index, (known ?? '') + asText(more));
    return known === undefined ? [{ ...call, type: 'custom', custom: { name: asText(name), input: '' } }] : [];
  };

  const inputs = (): readonly JsonObject[] => {
    const calls = [...held].map(([index, given]) => ({ index, custom: { input: freeTextOf(given) } }));
    held.clear();
    return calls;
  };

  const frame = (given: Frame): readonly Frame[] => {
    const chunk = asObject(parseJson(given.data));
    const choice = asObject(asArray(chunk?.['choices'])[0]);
    const delta = asObject(choice?.['delta']);
    if (chunk === undefined || choice === undefined || delta === undefined) return [given];
    const { tool_calls: pieces = null, ...rest } = delta;
    const begun = asArray(pieces).flatMap(piece);
    const ended = (choice['finish_reason'] ?? null) !== null;
    const calls = [...begun, ...(ended ? inputs() : [])];
    if (pieces !== null && calls.length === 0 && Object.keys(rest).length === 0 && !ended) return [];
    if (calls.length === 0) return [given];
    const changed = { ...chunk, choices: [{ ...choice, delta: { ...rest, tool_calls: calls } }] };
    return [{ data: JSON.stringify(changed) }];
  };

  return { frame, whole: (response) => wholeResponse(response, names) };
}

function wholeResponse(response: JsonObject, names: ReadonlySet<string>): JsonObject {
  const choices = asArray(response['choices']).map((entry) => {
    const choice = asObject(entry) ?? {};
    const message = asObject(choice['message']);
    const calls = asArray(message?.['tool_calls']);
    if (calls.length === 0) return choice;
    return { ...choice, message: { ...message, tool_calls: calls.map((call) => clientCall(call, names)) } };
  });
  return { ...response, choices };
}

function clientCall(entry: JsonValue, names: ReadonlySet<string>): JsonValue {
  const { function: called, ...call } = asObject(entry) ?? {};
  const { name, arguments: given } = asObject(called) ?? {};
  if (!names.has(asText(name))) return entry;
  return { ...call, type: 'custom', custom: { name: asText(name), input: freeTextOf(asText(given)) } };
}
