/**
 * Turns calls in an answer into the form that Chat Completions had before it had tools (`function_call`), for clients that offer `functions`: they know no
 * other. It has one call in an answer, so a client gets the first, and the report names the others. The model may make them again when it has read the result.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, type Frame, parseJson } from '@interlock/wire';
import type { Reshape } from './reshape.ts';

export function knowsOnlyFunctions({ functions = null, tools = null }: JsonObject): boolean {
  return asArray(functions).length > 0 && asArray(tools).length === 0;
}

/** Undefined: the client knows tools. */
export function reshapeFunctionCalls(body: JsonObject): Reshape | undefined {
  if (!knowsOnlyFunctions(body)) return undefined;
  return {
    frame: (frame) => withFirstChoice(frame, 'delta'),
    whole: (response) => ({
      ...response,
      choices: asArray(response['choices']).map((choice) => clientChoice(asObject(choice) ?? {}, 'message')),
    }),
  };
}

/** A chunk that only had something of a further call is left out. */
function withFirstChoice(frame: Frame, field: string): readonly Frame[] {
  const chunk = asObject(parseJson(frame.data));
  const given = asObject(asArray(chunk?.['choices'])[0]);
  if (chunk === undefined || given === undefined) return [frame];
  const choice = clientChoice(given, field);
  const isEmpty = Object.keys(asObject(choice[field]) ?? {}).length === 0 && choice['finish_reason'] === null;
  return isEmpty ? [] : [{ ...frame, data: JSON.stringify({ ...chunk, choices: [choice] }) }];
}

function clientChoice(choice: JsonObject, field: string): JsonObject {
  const { tool_calls: calls, ...message } = asObject(choice[field]) ?? {};
  const called = asArray(calls)
    .map(functionOf)
    .find((found) => found !== undefined);
  const isCall = choice['finish_reason'] === 'tool_calls';
  return {
    ...choice,
    [field]: called === undefined ? message : { ...message, function_call: called },
    ...(isCall ? { finish_reason: 'function_call' } : {}),
  };
}

/** What a call, or a piece of one, says about the function; undefined for a further call. */
function functionOf(entry: JsonValue, at: number): JsonObject | undefined {
  const { index = at, function: called = null } = asObject(entry) ?? {};
  return index === 0 ? asObject(called) : undefined;
}
