/**
 * Streams of Chat as Mistral writes them, for its clients. Its SDK expects every call in one piece and refuses the pieces that OpenAI sends:
 * calls are held back until they are complete. The counts always come, with the last choice; a chunk without a choice is an error for the AI SDK.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Frame, parseJson } from '@interlock/wire';
import type { Reshape } from './reshape.ts';

interface HeldCall {
  readonly id: JsonValue;
  readonly name: string;
  readonly arguments: string;
}

export function asMistral(): Reshape {
  const held = new Map<JsonValue, HeldCall>();
  /** The last choice, until it is known whether counts follow. */
  let last: JsonObject | undefined;

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

  const calls = (): JsonObject => {
    if (held.size === 0) return {};
    const whole = [...held].map(([index, { id, name, arguments: args }]) => ({
      index,
      id,
      type: 'function',
      function: { name, arguments: args },
    }));
    held.clear();
    return { tool_calls: whole };
  };

  const ended = (counts: JsonObject = {}): readonly Frame[] => {
    const chunk = last;
    last = undefined;
    return chunk === undefined ? [] : [{ data: JSON.stringify({ ...chunk, ...counts }) }];
  };

  const frame = (given: Frame): readonly Frame[] => {
    const chunk = asObject(parseJson(given.data));
    const choice = asObject(asArray(chunk?.['choices'])[0]);
    const usage = chunk?.['usage'] ?? null;
    if (choice === undefined && usage !== null && last !== undefined) return ended({ usage });
    const delta = asObject(choice?.['delta']);
    if (chunk === undefined || choice === undefined || delta === undefined) return [...ended(), given];
    const { tool_calls: pieces = [], ...rest } = delta;
    for (const piece of asArray(pieces)) hold(asObject(piece) ?? {});
    const isLast = (choice['finish_reason'] ?? null) !== null;
    const whole = { ...chunk, choices: [{ ...choice, delta: isLast ? { ...rest, ...calls() } : rest }] };
    if (isLast) last = whole;
    else if (!('tool_calls' in delta)) return [given];
    else if (Object.keys(rest).length > 0) return [{ data: JSON.stringify(whole) }];
    return [];
  };

  return { frame, whole: (body) => body };
}
