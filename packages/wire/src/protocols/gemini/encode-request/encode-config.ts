/** Encodes `generationConfig`. */
import type { JsonObject } from '@interlock/transcript';
import { encodeFurther, type FurtherFields, within } from '../../../traits/further-fields.ts';
import { outputLimit } from '../../../traits/output-limit.ts';
import { encodeSampling, samplingRefusal } from '../../../traits/sampling.ts';
import type { Outgoing } from '../../protocol.ts';
import { encodeThinking } from './encode-thinking.ts';

export function encodeConfig(outgoing: Outgoing, withTools: boolean): JsonObject {
  const thinkingConfig = encodeThinking(outgoing);
  return {
    ...encodeLimit(outgoing),
    ...encodeSampling(outgoing, 'topP'),
    ...encodeFurther(outgoing, furtherFields, samplingRefusal(outgoing)),
    ...encodeStop(outgoing),
    ...encodeFormat(outgoing, withTools),
    ...(thinkingConfig === undefined ? {} : { thinkingConfig }),
  };
}

function encodeLimit(outgoing: Outgoing): JsonObject {
  const { settings, traits, leaveOut } = outgoing;
  const wanted = settings.maxOutputTokens;
  if (wanted === undefined && !traits.maxTokensRequired) return {};
  const maxOutputTokens = outputLimit(outgoing);
  if (wanted !== undefined && maxOutputTokens !== wanted) {
    leaveOut('maxOutputTokens', `lowered to ${maxOutputTokens}, the remaining room`);
  }
  return { maxOutputTokens };
}

/** Both are of 32 bits. */
const mostInteger = 2 ** 31 - 1;

const furtherFields: FurtherFields = {
  topK: within('topK', 1, mostInteger),
  seed: within('seed', -mostInteger, mostInteger),
  frequencyPenalty: 'frequencyPenalty',
  presencePenalty: 'presencePenalty',
  serviceTier: () => ({}), // beside `generationConfig`
};

/** The API's maximum. */
const maxStops = 5;

function encodeStop({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const stops = (settings.stop ?? []).filter((stop) => stop !== '');
  if (stops.length === 0) return {};
  if (!traits.stop) {
    leaveOut('stop', 'the model does not support stop sequences');
    return {};
  }
  if (stops.length > maxStops) leaveOut('stop', `only the first ${maxStops} are used`);
  return { stopSequences: stops.slice(0, maxStops) };
}

function encodeFormat({ settings, traits, leaveOut }: Outgoing, withTools: boolean): JsonObject {
  const wanted = settings.responseFormat;
  if (wanted === undefined || wanted === 'text') return {};
  if (traits.responseFormat === 'none') {
    leaveOut('responseFormat', 'the model does not support response formats');
    return {};
  }
  if (withTools) {
    // Up to 2.5: "Function calling with a response mime type: 'application/json' is unsupported".
    leaveOut('responseFormat', 'tools and a response format are refused together');
    return {};
  }
  const responseMimeType = 'application/json';
  if (wanted === 'json') return { responseMimeType };
  if (traits.responseFormat === 'json-schema') return { responseMimeType, responseJsonSchema: wanted.schema };
  leaveOut('responseFormat', 'the model supports JSON, but no schema');
  return { responseMimeType };
}
