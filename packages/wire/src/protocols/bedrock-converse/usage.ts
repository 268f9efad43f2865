/** Token counts as the API reports them: cache reads and writes are counted in addition to `inputTokens`. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asNumber, asObject } from '../../json/json.ts';
import type { Usage } from '../../reply/events.ts';

export function readUsage(value: JsonValue | undefined): Usage | undefined {
  const usage = asObject(value);
  const fresh = asNumber(usage?.['inputTokens']);
  const output = asNumber(usage?.['outputTokens']);
  if (usage === undefined || (fresh === undefined && output === undefined)) return undefined;
  const cacheRead = asNumber(usage['cacheReadInputTokens']) ?? 0;
  const cacheWrite = asNumber(usage['cacheWriteInputTokens']) ?? 0;
  return {
    input: (fresh ?? 0) + cacheRead + cacheWrite,
    output: output ?? 0,
    ...(cacheRead > 0 ? { cacheRead } : {}),
    ...(cacheWrite > 0 ? { cacheWrite } : {}),
  };
}

export function writeUsage(usage: Usage | undefined): JsonObject {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = usage ?? {};
  return {
    inputTokens: Math.max(0, input - cacheRead - cacheWrite),
    outputTokens: output,
    totalTokens: input + output,
    ...(cacheRead > 0 ? { cacheReadInputTokens: cacheRead } : {}),
    ...(cacheWrite > 0 ? { cacheWriteInputTokens: cacheWrite } : {}),
  };
}
