/**
 * How long an answer took, in nanoseconds, on its last line: Ollama always says it, some of its clients require it, and others show tokens per
 * second. What a server of Ollama says itself stays.
 */
import type { JsonObject } from '@interlock/transcript';
import { asObject, type Frame, parseJson } from '@interlock/wire';
import type { Reshape } from './reshape.ts';

/** `now`: in milliseconds. */
export function withTimes(now: () => number): Reshape {
  const start = now();
  let begun: number | undefined;

  const timed = (line: JsonObject, first: number): JsonObject => {
    if (line['done'] !== true || line['total_duration'] !== undefined) return line;
    const end = now();
    return {
      ...line,
      total_duration: nanoseconds(end - start),
      load_duration: 0,
      prompt_eval_duration: nanoseconds(first - start),
      eval_duration: nanoseconds(end - first),
    };
  };

  const frame = (given: Frame): readonly Frame[] => {
    begun ??= now();
    const line = given.data.includes('"done":true') ? asObject(parseJson(given.data)) : undefined;
    return [line === undefined ? given : { ...given, data: JSON.stringify(timed(line, begun)) }];
  };

  return { frame, whole: (body) => timed(body, start) };
}

/** Never zero: clients divide by it. */
function nanoseconds(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds * 1e6));
}
