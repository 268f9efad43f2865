/**
 * Mistral's SDK expects every call of a Chat stream in one piece, as Mistral sends it, and refuses the pieces that OpenAI sends. For this
 * client, calls are held back until they are complete.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Frame, parseJson } from '@interlock/wire';
import type { Reshape } from './reshape.ts';

export function wantsWholeCalls(userAgent: unknown): boolean {
  return typeof userAgent === 'string' && userAgent.startsWith('mistral-client');
}

interface HeldCall {
  readonly id: JsonValue;
  readonly name: string;
  readonly arguments: string;
}

export function holdCalls(): Reshape {
  const held = new Map<JsonValue, HeldCall>();

  const hold = (call: JsonObject): void => {
    const { index = 0 } = call;
    const called = asObject(call['function']);
    const {
      id,
      name,
      arguments: before,
    } = held.get(index) ?? {
      id: call['id'] ?? '',
      name: asText(called?.['name']),
      arguments: '',
    };
    held.set(index, { id, name, arguments: before + asText(called?.['arguments']) });
  };

  const frame = (given: Frame): readonly Frame[] => {
    const chunk = asObject(parseJson(given.data));
    const choice = asObject(asArray(chunk?.['choices'])[0]);
    const delta = asObject(choice?.['delta']);
    if (chunk === undefined || choice === undefined || delta === undefined) return [given];
    const pieces = asArray(delta['tool_calls']);
    for (const piece of pieces) hold(asObject(piece) ?? {});
    if (pieces.length > 0) return [];
    if ((choice['finish_reason'] ?? null) === null || held.size === 0) return [given];
    const calls = [...held].map(([index, { id, name, arguments: args }]) => ({
      index,
      id,
      type: 'function',
      function: { name, arguments: args },
    }));
    held.clear();
    const whole = { ...chunk, choices: [{ ...choice, delta: { ...delta, tool_calls: calls } }] };
    return [{ data: JSON.stringify(whole) }];
  };

  return { frame, whole: (body) => body };
}
