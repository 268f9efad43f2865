/** The pieces a whole response and a stream have in common. */
import { type JsonObject, toJson } from '@interlock/transcript';
import { asObject, parseJson } from '../../../json/json.ts';
import type { ReplyEvent, StopReason, Usage } from '../../../reply/events.ts';
import type { ReplyHead } from '../../protocol.ts';

export function encodeHead({ model, created }: ReplyHead): JsonObject {
  return { model, created_at: new Date(created * 1000).toISOString() };
}

/** OLL-002: the arguments are an object. Text that is none is carried whole under a name of its own. */
export function encodeCall(call: Extract<ReplyEvent, { type: 'call-end' }>, position: number): JsonObject {
  const { rawId, name } = call;
  const text = call.arguments;
  // Through `toJson`, because what is nested too deeply cannot be written.
  const args = text.trim() === '' ? {} : asObject(toJson(parseJson(text) ?? null).value);
  return {
    ...(rawId === '' ? {} : { id: rawId }),
    function: { index: position, name, arguments: args ?? { [rawArguments]: text } },
  };
}

/** As the renderer of transcripts names it. */
const rawArguments = 'raw_arguments';

/** Ollama knows two reasons: the limit, and everything else. */
export function encodeEnd(stop: StopReason): JsonObject {
  return { done: true, done_reason: stop === 'max-tokens' ? 'length' : 'stop' };
}

export function encodeUsage({ input, output, cacheRead }: Usage): JsonObject {
  return {
    prompt_eval_count: input,
    ...(cacheRead === undefined ? {} : { prompt_eval_cached_count: cacheRead }),
    eval_count: output,
  };
}
