/** Encodes the settings that have a field. */
import type { JsonObject } from '@interlock/transcript';
import { outputLimit } from '../../../traits/output-limit.ts';
import type { Outgoing } from '../../protocol.ts';

export function encodeLimit(outgoing: Outgoing): JsonObject {
  const { settings, traits, leaveOut } = outgoing;
  if (settings.maxOutputTokens === undefined && !traits.maxTokensRequired) return {};
  const limit = outputLimit(outgoing);
  if (settings.maxOutputTokens !== undefined && limit !== settings.maxOutputTokens) {
    leaveOut('maxOutputTokens', `lowered to ${limit}, the room the model has`);
  }
  return { [traits.maxTokensField]: limit }; // OAC-014, AZR-002
}

export function encodeSampling({ settings, traits, leaveOut }: Outgoing, thinks: boolean): JsonObject {
  const { temperature, topP } = settings;
  const refusal = samplingRefusal(traits.sampling, thinks);
  if (refusal !== undefined) {
    if (temperature !== undefined) leaveOut('temperature', refusal);
    if (topP !== undefined) leaveOut('topP', refusal);
    return {};
  }
  const both = temperature !== undefined && topP !== undefined;
  if (both && traits.sampling === 'one') leaveOut('topP', 'only one of temperature and top_p is accepted');
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined || (both && traits.sampling === 'one') ? {} : { top_p: topP }),
  };
}

function samplingRefusal(sampling: Outgoing['traits']['sampling'], thinks: boolean): string | undefined {
  if (sampling === 'none') return 'KIM-011: sampling is fixed';
  if (sampling === 'without-thinking' && thinks) return 'OAC-015: sampling is fixed while thinking';
  return undefined;
}

/** OpenAI accepts four, and so do all others. */
const mostStops = 4;

export function encodeStop({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const stop = (settings.stop ?? []).filter((text) => text !== '');
  if (stop.length === 0) return {};
  if (!traits.stop) {
    leaveOut('stop', 'stop sequences are not supported');
    return {};
  }
  if (stop.length > mostStops) leaveOut('stop', `only the first ${mostStops} are used`);
  return { stop: stop.slice(0, mostStops) };
}

export function encodeResponseFormat({ settings, traits, leaveOut }: Outgoing, thinks: boolean): JsonObject {
  const wanted = settings.responseFormat;
  if (wanted === undefined || wanted === 'text') return {};
  if (traits.responseFormat === 'none') {
    leaveOut('responseFormat', 'response formats are not supported');
    return {};
  }
  if (thinks && traits.thinking.control === 'enable_thinking') {
    leaveOut('responseFormat', 'QWN-004: no JSON mode while thinking');
    return {};
  }
  if (wanted === 'json') return { response_format: { type: 'json_object' } };
  if (traits.responseFormat === 'json-object') {
    leaveOut('responseFormat', 'schemas are not supported: any JSON object is requested');
    return { response_format: { type: 'json_object' } };
  }
  const { name, schema } = wanted;
  return { response_format: { type: 'json_schema', json_schema: { name, schema } } };
}

export function encodeCacheKey({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const key = settings.cache === undefined || settings.cache === false ? undefined : settings.cache.key;
  if (key === undefined) return {};
  if (traits.cache === 'key') return { prompt_cache_key: key };
  leaveOut('cache', 'the cache has no keys');
  return {};
}

export function encodeStreaming({ settings, traits, leaveOut }: Outgoing): JsonObject {
  if (settings.stream !== true) return {};
  if (!traits.streaming) {
    leaveOut('stream', 'answers are not streamed');
    return {};
  }
  // MIS-017: Mistral's validator, recognised by its ids, refuses the field; it always counts tokens.
  if (traits.toolIds === 'mistral') return { stream: true };
  return { stream: true, stream_options: { include_usage: true } };
}
