/**
 * Encodes everything except the input. `store` is always false: sessions are stored here, not at the provider (OAR-010,
 * OAR-017).
 */
import type { JsonObject } from '@interlock/transcript';
import type { DeclaredTool } from '../../../tools/declared-tool.ts';
import { webSearchName } from '../../../tools/web-search.ts';
import { encodeFurther } from '../../../traits/further-fields.ts';
import { serviceTier, userId } from '../../../traits/openai-fields.ts';
import { outputLimit } from '../../../traits/output-limit.ts';
import type { Outgoing } from '../../protocol.ts';
import { encodeReasoning, willThink } from './encode-reasoning.ts';

/** The API's minimum. */
const leastOutput = 16;

export function encodeBody(outgoing: Outgoing, list: readonly JsonObject[]): JsonObject {
  const { model, system, settings, traits, leaveOut } = outgoing;
  if (settings.stop !== undefined && settings.stop.length > 0) {
    leaveOut('stop', 'the Responses API has no stop sequences');
  }
  const searches = isSearching(outgoing);
  const logprobs = traits.logprobs ? settings.logprobs : undefined;
  return {
    model,
    ...(system === '' ? {} : { instructions: system }),
    input: [...list],
    ...encodeTools(outgoing, searches),
    ...encodeLimit(outgoing),
    ...encodeReasoning(outgoing, [
      ...(searches ? ['web_search_call.action.sources'] : []),
      ...(logprobs === undefined ? [] : ['message.output_text.logprobs']),
    ]),
    ...(logprobs ? { top_logprobs: logprobs } : {}),
    store: false,
    ...encodeText(outgoing),
    ...encodeSampling(outgoing),
    ...encodeFurther(outgoing, { serviceTier, user: userId, verbosity: () => ({}) }),
    ...encodeStream(outgoing),
    ...(typeof settings.cache === 'object' && settings.cache.key !== undefined && traits.cache === 'key'
      ? { prompt_cache_key: settings.cache.key }
      : {}),
  };
}

/** The API refuses searches at the lowest effort. */
function isSearching(outgoing: Outgoing): boolean {
  const { settings, leaveOut } = outgoing;
  if (settings.webSearch !== true) return false;
  if (settings.reasoning !== 'minimal') return true;
  leaveOut('webSearch', 'not with the effort minimal');
  return false;
}

function encodeTools(outgoing: Outgoing, searches: boolean): JsonObject {
  const { tools, settings, traits, leaveOut } = outgoing;
  const { parallelToolCalls, toolChoice } = settings;
  const own = searches ? [{ type: webSearchName }] : [];
  if (tools.length === 0) {
    if (toolChoice !== undefined) leaveOut('toolChoice', 'OAC-019: there are no tools');
    if (parallelToolCalls !== undefined) leaveOut('parallelToolCalls', 'OAC-018: there are no tools');
    return own.length === 0 ? {} : { tools: own };
  }
  if (parallelToolCalls !== undefined && traits.parallelToolCalls === 'fixed') {
    leaveOut('parallelToolCalls', 'the target has no such setting');
  }
  const allStrict = traits.toolSchema === 'openai-strict';
  return {
    tools: [...own, ...tools.map((tool) => encodeTool(tool, allStrict))],
    ...encodeChoice(outgoing),
    ...(parallelToolCalls === undefined || traits.parallelToolCalls === 'fixed'
      ? {}
      : { parallel_tool_calls: parallelToolCalls }),
  };
}

/** Without `strict` the API makes every schema strict, and refuses those that cannot be (OAC-020). */
function encodeTool({ name, description, schema, strict, freeForm }: DeclaredTool, allStrict: boolean): JsonObject {
  const about = { name, ...(description === undefined ? {} : { description }) };
  if (freeForm !== undefined) {
    const { grammar } = freeForm;
    return { type: 'custom', ...about, ...(grammar === undefined ? {} : { format: { type: 'grammar', ...grammar } }) };
  }
  return {
    type: 'function',
    ...about,
    parameters: schema ?? { type: 'object', properties: {} },
    strict: allStrict || strict === true,
  };
}

function encodeChoice({ settings, tools, traits, leaveOut }: Outgoing): JsonObject {
  const { toolChoice } = settings;
  const allowed = traits.allowedTools ? settings.allowedTools : undefined;
  const named = (wanted: string): JsonObject => {
    const isFreeForm = tools.some(({ name, freeForm }) => name === wanted && freeForm !== undefined);
    return { type: isFreeForm ? 'custom' : 'function', name: wanted };
  };
  const among = (mode: 'auto' | 'required'): JsonObject => ({
    tool_choice: allowed === undefined ? mode : { type: 'allowed_tools', mode, tools: allowed.map(named) },
  });
  if (toolChoice === undefined) return allowed === undefined ? {} : among('auto');
  if (toolChoice === 'none') return { tool_choice: toolChoice };
  if (toolChoice === 'auto') return among(toolChoice);
  const { forcedToolChoice } = traits;
  if (forcedToolChoice === 'no' || (forcedToolChoice === 'without-thinking' && willThink(settings, traits))) {
    leaveOut('toolChoice', 'the target lets the model choose');
    return {};
  }
  return toolChoice === 'required' ? among(toolChoice) : { tool_choice: named(toolChoice.tool) };
}

function encodeLimit(outgoing: Outgoing): JsonObject {
  const { settings, traits, leaveOut } = outgoing;
  if (settings.maxOutputTokens === undefined && !traits.maxTokensRequired) return {};
  const limit = Math.max(leastOutput, outputLimit(outgoing));
  if (settings.maxOutputTokens !== undefined && settings.maxOutputTokens !== limit) {
    leaveOut('maxOutputTokens', `${limit} is the most the target and the window have room for`);
  }
  return { max_output_tokens: limit };
}

/** OAC-015: a model that thinks refuses sampling settings. */
function encodeSampling({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const { temperature, topP } = settings;
  const refused = traits.sampling === 'none' || (traits.sampling === 'without-thinking' && willThink(settings, traits));
  const why = 'OAC-015: the target does not accept sampling here';
  if (refused && temperature !== undefined) leaveOut('temperature', why);
  if (refused && topP !== undefined) leaveOut('topP', why);
  if (refused) return {};
  const both = traits.sampling !== 'one' || temperature === undefined;
  if (!both && topP !== undefined) leaveOut('topP', 'the target accepts temperature or top_p, not both');
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined || !both ? {} : { top_p: topP }),
  };
}

/** The format of the answer, and how long it should be. */
function encodeText(outgoing: Outgoing): JsonObject {
  const { settings, traits } = outgoing;
  const verbosity = traits.furtherSettings.includes('verbosity') ? settings.verbosity : undefined;
  const text = { ...encodeFormat(outgoing), ...(verbosity === undefined ? {} : { verbosity }) };
  return Object.keys(text).length === 0 ? {} : { text };
}

function encodeFormat({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const { responseFormat } = settings;
  if (responseFormat === undefined || responseFormat === 'text') return {};
  if (traits.responseFormat === 'none') {
    leaveOut('responseFormat', 'the target does not support response formats');
    return {};
  }
  if (responseFormat === 'json') return { format: { type: 'json_object' } };
  if (traits.responseFormat === 'json-object') {
    leaveOut('responseFormat', 'the target accepts no schema, only JSON in general');
    return { format: { type: 'json_object' } };
  }
  const { name, schema } = responseFormat;
  const strict = traits.toolSchema === 'openai-strict' || (traits.strictSchemas && responseFormat.strict === true);
  return { format: { type: 'json_schema', name, schema, strict } };
}

function encodeStream({ settings, traits, leaveOut }: Outgoing): JsonObject {
  if (settings.stream !== true) return {};
  if (!traits.streaming) leaveOut('stream', 'the target does not stream');
  return traits.streaming ? { stream: true } : {};
}
