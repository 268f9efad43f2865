/** Translates finish reasons and token counts between Google's terms and ours. */
import type { JsonObject } from '@interlock/transcript';
import type { FailureReason } from '../../failure/failure.ts';
import { asNumber } from '../../json/json.ts';
import type { StopReason, Usage } from '../../reply/events.ts';
import { type FieldName, field } from './field.ts';

/** `STOP` does not tell about calls, and an unknown reason does not guarantee that the answer is complete. */
export function stopOf(finishReason: string, hasCalls: boolean): StopReason {
  if (finishReason === 'STOP') return hasCalls ? 'tool-calls' : 'end';
  return stops.get(finishReason) ?? 'error';
}

const stops: ReadonlyMap<string, StopReason> = new Map([
  ['MAX_TOKENS', 'max-tokens'],
  ['SAFETY', 'content-filter'],
  ['RECITATION', 'content-filter'],
  ['BLOCKLIST', 'content-filter'],
  ['PROHIBITED_CONTENT', 'content-filter'],
  ['SPII', 'content-filter'],
  ['MODEL_ARMOR', 'content-filter'],
  ['IMAGE_SAFETY', 'content-filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content-filter'],
  ['IMAGE_RECITATION', 'content-filter'],
  ['CONTINUATION', 'pause'],
]);

/** Reasons that are failures: the model's output could not be parsed, so there is nothing to continue with, and a retry helps. */
export function failureOfFinish(finishReason: string): FailureReason | undefined {
  return failures.get(finishReason);
}

const failures: ReadonlyMap<string, FailureReason> = new Map([
  ['MALFORMED_FUNCTION_CALL', 'server'],
  ['UNEXPECTED_TOOL_CALL', 'server'],
  ['MALFORMED_RESPONSE', 'server'],
  ['MISSING_THOUGHT_SIGNATURE', 'invalid-request'],
]);

/** Google's own word if it means the same. */
export function finishReasonOf(stop: StopReason, rawStop: string | undefined): string {
  return rawStop !== undefined && stops.get(rawStop) === stop ? rawStop : finishReasons[stop];
}

const finishReasons: Readonly<Record<StopReason, string>> = {
  end: 'STOP',
  'tool-calls': 'STOP',
  'stop-sequence': 'STOP',
  'max-tokens': 'MAX_TOKENS',
  'content-filter': 'SAFETY',
  pause: 'CONTINUATION',
  error: 'OTHER',
};

/** Google counts thinking separately from the answer, and what its own tools read separately from the prompt; we include both. */
export function readUsage(metadata: JsonObject): Usage {
  const count = (name: FieldName): number => Math.max(0, asNumber(field(metadata, name)) ?? 0);
  const cacheRead = count('cachedContentTokenCount');
  const reasoning = count('thoughtsTokenCount');
  return {
    input: count('promptTokenCount') + count('toolUsePromptTokenCount'),
    output: count('candidatesTokenCount') + reasoning,
    ...(cacheRead === 0 ? {} : { cacheRead }),
    ...(reasoning === 0 ? {} : { reasoning }),
  };
}

/** Cache writes are not counted. */
export function encodeUsage({ input, output, cacheRead, reasoning = 0 }: Usage): JsonObject {
  return {
    promptTokenCount: input,
    ...(cacheRead === undefined ? {} : { cachedContentTokenCount: cacheRead }),
    candidatesTokenCount: output - reasoning,
    ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
    totalTokenCount: input + output,
  };
}
