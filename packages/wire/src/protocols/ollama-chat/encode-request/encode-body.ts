/** Encodes everything in a request except the messages. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { DeclaredTool } from '../../../tools/declared-tool.ts';
import { encodeFurther } from '../../../traits/further-fields.ts';
import { outputLimit } from '../../../traits/output-limit.ts';
import { encodeSampling, samplingRefusal } from '../../../traits/sampling.ts';
import { effortOf } from '../../../traits/thinking.ts';
import type { Outgoing } from '../../protocol.ts';
import { numberNames } from '../number-names.ts';

export function encodeBody(outgoing: Outgoing, list: readonly JsonObject[]): JsonObject {
  const { model, system, settings, traits } = outgoing;
  const tools = offeredTools(outgoing);
  const options = encodeOptions(outgoing);
  reportFixed(outgoing);
  return {
    model,
    messages:
      system === ''
        ? [...list]
        : list.toSpliced(0, 0, { role: traits.systemRole === 'user' ? 'user' : 'system', content: system }),
    ...(tools.length === 0 ? {} : { tools: tools.map(encodeTool) }),
    // OLL-001: the default is true, so it is always set.
    stream: settings.stream === true && traits.streaming,
    ...encodeThink(outgoing),
    ...encodeFormat(outgoing, tools.length > 0),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    // OLL-007: a prompt that does not fit is refused, not cut at the front (truncate) or in the middle (shift).
    truncate: false,
    shift: false,
  };
}

/** OLL-005: never for a model without tools. There is no tool choice, but undeclared tools cannot be called. */
function offeredTools({ tools, settings, traits }: Outgoing): readonly DeclaredTool[] {
  return traits.tools === 'prompt' || settings.toolChoice === 'none' ? [] : tools;
}

function encodeTool({ name, description, schema }: DeclaredTool): JsonObject {
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      parameters: schema ?? { type: 'object', properties: {} },
    },
  };
}

function encodeFormat({ settings, traits, leaveOut }: Outgoing, withTools: boolean): JsonObject {
  const wanted = settings.responseFormat;
  if (wanted === undefined || wanted === 'text') return {};
  if (withTools) {
    leaveOut('responseFormat', 'OLL-009: a format keeps the model from calling tools');
    return {};
  }
  if (traits.responseFormat === 'none') {
    leaveOut('responseFormat', 'the model does not support response formats');
    return {};
  }
  if (wanted === 'json') return { format: 'json' };
  if (traits.responseFormat === 'json-schema') return { format: wanted.schema };
  leaveOut('responseFormat', 'the model supports JSON, but no schema');
  return { format: 'json' };
}

/** Settings that the protocol has no field for, or the server ignores. */
function reportFixed({ settings, traits, leaveOut }: Outgoing): void {
  const { toolChoice, parallelToolCalls, cache, stream } = settings;
  if (toolChoice === 'required' || typeof toolChoice === 'object') {
    leaveOut('toolChoice', 'the API has no tool choice');
  }
  if (parallelToolCalls !== undefined) leaveOut('parallelToolCalls', 'the API has no such setting');
  if (typeof cache === 'object' && cache.key !== undefined) leaveOut('cache', 'the API has no cache keys');
  if (stream === true && !traits.streaming) leaveOut('stream', 'the server does not stream');
}

/** The settings under `options`: sampling, stop sequences, and the maximum length of an answer. */
function encodeOptions(outgoing: Outgoing): JsonObject {
  const { settings, traits, leaveOut } = outgoing;
  const options: Record<string, JsonValue> = {
    ...encodeSampling(outgoing, 'top_p'),
    ...encodeFurther(outgoing, numberNames, samplingRefusal(outgoing)),
  };
  if (settings.stop !== undefined && settings.stop.length > 0) {
    if (traits.stop) options['stop'] = [...settings.stop];
    else leaveOut('stop', 'the model does not support stop sequences');
  }
  if (settings.maxOutputTokens !== undefined) {
    const limit = outputLimit(outgoing);
    if (limit !== settings.maxOutputTokens) leaveOut('maxOutputTokens', `lowered to ${limit}, the remaining room`);
    options['num_predict'] = limit;
  }
  return options;
}

/** Sent only on request: servers refuse it for models that cannot think (OLL-006), and models have their own defaults. */
function encodeThink({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const { reasoning } = settings;
  if (reasoning === undefined) return {};
  if (traits.thinking.control === 'none') {
    if (reasoning !== 'off') leaveOut('reasoning', 'OLL-006: the model cannot think');
    return {};
  }
  if (reasoning === 'off') {
    if (traits.thinking.canDisable) return { think: false };
    leaveOut('reasoning', 'the model always thinks');
    return {};
  }
  const effort = effortOf(settings, traits.thinking);
  // A medium effort is what `true` asks for.
  if (effort === undefined && reasoning !== 'medium') leaveOut('reasoning', 'the model can only be told to think');
  else if (effort !== undefined && effort !== reasoning)
    leaveOut('reasoning', `moved to ${effort}, the nearest the model supports`);
  return { think: effort ?? true };
}
