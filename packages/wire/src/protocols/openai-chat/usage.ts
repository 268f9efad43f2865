/** Token counts, read from every field that compatible servers use and written as OpenAI does. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asNumber, asObject } from '../../json/json.ts';
import type { Usage } from '../../reply/events.ts';

export function readUsage(value: JsonValue | undefined): Usage | undefined {
  const usage = asObject(value);
  // The second names are those of the Responses API, which some servers use here too.
  const input = count(usage, 'prompt_tokens') ?? count(usage, 'input_tokens');
  const completion = count(usage, 'completion_tokens') ?? count(usage, 'output_tokens');
  if (usage === undefined || (input === undefined && completion === undefined)) return undefined;
  const read = asObject(usage['prompt_tokens_details']);
  const written = asObject(usage['completion_tokens_details']);
  const reasoning = count(written, 'reasoning_tokens') ?? count(usage, 'reasoning_tokens');
  // OpenAI and Qwen; DeepSeek; Kimi.
  const cacheRead =
    count(read, 'cached_tokens') ?? count(usage, 'prompt_cache_hit_tokens') ?? count(usage, 'cached_tokens');
  const cacheWrite = count(read, 'cache_write_tokens');
  return {
    input: input ?? 0,
    output: outputOf(input ?? 0, completion ?? 0, reasoning ?? 0, count(usage, 'total_tokens')),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

/** xAI counts thinking separately from the completion, all others inside it; the total shows which. */
function outputOf(input: number, completion: number, reasoning: number, total: number | undefined): number {
  return total === input + completion + reasoning ? completion + reasoning : completion;
}

function count(counts: JsonObject | undefined, name: string): number | undefined {
  const value = asNumber(counts?.[name]);
  return value === undefined || value < 0 ? undefined : value;
}

export function writeUsage({ input, output, cacheRead, cacheWrite, reasoning }: Usage): JsonObject {
  const read = {
    ...(cacheRead === undefined ? {} : { cached_tokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cache_write_tokens: cacheWrite }),
  };
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(Object.keys(read).length === 0 ? {} : { prompt_tokens_details: read }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}
