/** The usage of a request, from an agent's own numbers. */
import type { JsonValue } from '@interlock/transcript';
import type { Usage } from '@interlock/wire';
import { numberOf } from './json.ts';

export interface UsageNumbers {
  /** Including cache reads and writes. */
  readonly input: JsonValue | undefined;
  readonly output: JsonValue | undefined;
  readonly cacheRead?: JsonValue | undefined;
  readonly cacheWrite?: JsonValue | undefined;
  readonly reasoning?: JsonValue | undefined;
}

/** Undefined if the agent counted nothing. */
export function usageFrom({ input, output, ...rest }: UsageNumbers): Usage | undefined {
  const count = { input: numberOf(input) ?? 0, output: numberOf(output) ?? 0 };
  const details = Object.entries(rest).flatMap(([name, value]): readonly (readonly [string, number])[] => {
    const number = numberOf(value) ?? 0;
    return number === 0 ? [] : [[name, number]];
  });
  if (count.input === 0 && count.output === 0 && details.length === 0) return undefined;
  return { ...count, ...Object.fromEntries(details) };
}
