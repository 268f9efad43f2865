/** Turns calls of free-form tools in an answer into those of Chat Completions (`custom`), for clients that offered such tools. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Frame, parseJson } from '@interlock/wire';
import { freeTextOf } from './free-text.ts';
import type { Reshape } from './reshape.ts';

function customIn(entry: JsonValue): JsonObject | undefined {
  const object = asObject(entry);
  return object?.['type'] === 'custom' ? (asObject(object['custom']) ?? {}) : undefined;
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
