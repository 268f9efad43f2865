/** Encodes everything except the messages. Every setting that the target refuses is left out and reported. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray } from '../../../json/json.ts';
import { systemAsUser } from '../../../texts/model-texts.ts';
import type { DeclaredTool } from '../../../tools/declared-tool.ts';
import { encodeFurther } from '../../../traits/further-fields.ts';
import { outputLimit } from '../../../traits/output-limit.ts';
import type { ToolChoice } from '../../../traits/settings.ts';
import { isThinking } from '../../../traits/thinking.ts';
import type { Traits } from '../../../traits/traits.ts';
import type { Outgoing } from '../../protocol.ts';
import { textContent } from './encode-message.ts';
import { encodeReasoning } from './encode-reasoning.ts';
import { furtherFields } from './further-fields.ts';

export function encodeBody(outgoing: Outgoing, list: readonly JsonObject[]): JsonObject {
  const { model, system, tools, settings, traits } = outgoing;
  // OAC-017: with tools this model may not think on Chat, so thinking is turned off even if nothing was requested.
  const muted = traits.toolsNeedResponses && tools.length > 0;
  const thinks = !muted && isThinking(settings, traits);
  return {
    model,
    messages: withSystem(system, list, traits),
    ...(tools.length > 0 ? { tools: tools.map((tool) => encodeTool(tool, traits)) } : {}),
    ...encodeToolChoice(outgoing, thinks),
    ...encodeLimit(outgoing),
    ...encodeSampling(outgoing, thinks),
    ...encodeFurther(outgoing, furtherFields(traits), samplingRefusal(traits.sampling, thinks)),
    ...encodeStop(outgoing),
    ...encodeLogprobs(outgoing),
    ...encodeReasoning(outgoing, muted),
    ...encodeResponseFormat(outgoing, thinks),
    ...encodeCacheKey(outgoing),
    ...encodeStreaming(outgoing),
  };
}

/** The system text is the first message; without such a role (OAC-016), it starts the first user message. */
function withSystem(system: string, list: readonly JsonObject[], traits: Traits): readonly JsonObject[] {
  if (system === '') return [...list];
  if (traits.systemRole !== 'user') return list.toSpliced(0, 0, { role: traits.systemRole, content: system });
  const text = systemAsUser(system);
  const [first] = list;
  if (first?.['role'] !== 'user') return list.toSpliced(0, 0, { role: 'user', content: textContent(text, traits) });
  return list.with(0, { ...first, content: openedWith(text, first['content']) });
}

function openedWith(text: string, content: JsonValue | undefined): JsonValue {
  if (typeof content === 'string') return content === '' ? text : `${text}\n\n${content}`;
  return [{ type: 'text', text }, ...asArray(content)];
}

/** Mistral requires parameters even if there are none; all accept the empty object schema. */
function encodeTool({ name, description, schema, strict, freeForm }: DeclaredTool, { toolSchema }: Traits): JsonObject {
  const about = { name, ...(description === undefined ? {} : { description }) };
  if (freeForm !== undefined) {
    const { grammar } = freeForm;
    return {
      type: 'custom',
      custom: { ...about, ...(grammar === undefined ? {} : { format: { type: 'grammar', grammar } }) },
    };
  }
  return {
    type: 'function',
    function: {
      ...about,
      parameters: schema ?? { type: 'object', properties: {} },
      ...(strict || (toolSchema === 'openai-strict' && schema !== undefined) ? { strict: true } : {}), // OAC-020
    },
  };
}

/** Which tools the model may or must call. Both fields are refused without tools (OAC-018, OAC-019). */
function encodeToolChoice(outgoing: Outgoing, thinks: boolean): JsonObject {
  return { ...encodeChoice(outgoing, thinks), ...encodeParallel(outgoing) };
}

function encodeChoice(outgoing: Outgoing, thinks: boolean): JsonObject {
  const allowed = outgoing.traits.allowedTools ? outgoing.settings.allowedTools : undefined;
  const { toolChoice = allowed && 'auto' } = outgoing.settings;
  if (toolChoice === undefined) return {};
  const refusal = isForced(toolChoice) ? choiceRefusal(toolChoice, outgoing, thinks) : undefined;
  if (refusal !== undefined) {
    outgoing.leaveOut('toolChoice', refusal);
    return {};
  }
  if (outgoing.tools.length === 0) return {};
  const named = (name: string): JsonObject => {
    const type = outgoing.tools.find((tool) => tool.name === name)?.freeForm === undefined ? 'function' : 'custom';
    return { type, [type]: { name } };
  };
  if (typeof toolChoice === 'object') return { tool_choice: named(toolChoice.tool) };
  if (allowed === undefined) return { tool_choice: toolChoice };
  return { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: toolChoice, tools: allowed.map(named) } } };
}

function isForced(choice: ToolChoice): boolean {
  return choice === 'required' || typeof choice === 'object';
}

function choiceRefusal(choice: ToolChoice, { tools, traits }: Outgoing, thinks: boolean): string | undefined {
  if (tools.length === 0) return 'OAC-019: there are no tools to choose from';
  if (typeof choice === 'object' && !tools.some(({ name }) => name === choice.tool)) {
    return 'OAC-019: the chosen tool is not offered';
  }
  if (traits.forcedToolChoice === 'no') return 'KIM-012: a call cannot be forced';
  if (traits.forcedToolChoice === 'without-thinking' && thinks) {
    return 'DSK-006, QWN-003: a call cannot be forced while thinking';
  }
  return undefined;
}

function encodeParallel({ settings, tools, traits, leaveOut }: Outgoing): JsonObject {
  if (settings.parallelToolCalls === undefined) return {};
  if (tools.length === 0) {
    leaveOut('parallelToolCalls', 'OAC-018: there are no tools');
    return {};
  }
  if (traits.parallelToolCalls === 'settable') return { parallel_tool_calls: settings.parallelToolCalls };
  leaveOut('parallelToolCalls', 'cannot be set');
  return {};
}

function encodeLimit(outgoing: Outgoing): JsonObject {
  const { settings, traits, leaveOut } = outgoing;
  if (settings.maxOutputTokens === undefined && !traits.maxTokensRequired) return {};
  const limit = outputLimit(outgoing);
  if (settings.maxOutputTokens !== undefined && limit !== settings.maxOutputTokens) {
    leaveOut('maxOutputTokens', `lowered to ${limit}, the room the model has`);
  }
  return { [traits.maxTokensField]: limit }; // OAC-014, AZR-002
}

function encodeSampling({ settings, traits, leaveOut }: Outgoing, thinks: boolean): JsonObject {
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

/** OpenAI's limit, which all other servers accept. */
const mostStops = 4;

function encodeStop({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const stop = (settings.stop ?? []).filter((text) => text !== '');
  if (stop.length === 0) return {};
  if (!traits.stop) {
    leaveOut('stop', 'stop sequences are not supported');
    return {};
  }
  if (stop.length > mostStops) leaveOut('stop', `only the first ${mostStops} are used`);
  return { stop: stop.slice(0, mostStops) };
}

function encodeLogprobs({ settings: { logprobs }, traits }: Outgoing): JsonObject {
  if (logprobs === undefined || !traits.logprobs) return {};
  return { logprobs: true, ...(logprobs === 0 ? {} : { top_logprobs: logprobs }) };
}

function encodeResponseFormat({ settings, traits, leaveOut }: Outgoing, thinks: boolean): JsonObject {
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
  const strict = traits.strictSchemas && wanted.strict ? { strict: true } : {};
  return { response_format: { type: 'json_schema', json_schema: { name, schema, ...strict } } };
}

function encodeCacheKey({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const key = settings.cache === undefined || settings.cache === false ? undefined : settings.cache.key;
  if (key === undefined) return {};
  if (traits.cache === 'key') return { prompt_cache_key: key };
  leaveOut('cache', 'the cache has no keys');
  return {};
}

function encodeStreaming({ settings, traits, leaveOut }: Outgoing): JsonObject {
  if (settings.stream !== true) return {};
  if (!traits.streaming) {
    leaveOut('stream', 'answers are not streamed');
    return {};
  }
  return { stream: true, ...(traits.usageOnRequest ? { stream_options: { include_usage: true } } : {}) };
}
