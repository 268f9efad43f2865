/** Encodes everything in a request except the conversation. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { isBlank } from '../../../shape/spoken-text.ts';
import type { DeclaredTool } from '../../../tools/declared-tool.ts';
import { webSearchName } from '../../../tools/web-search.ts';
import { encodeFurther } from '../../../traits/further-fields.ts';
import { outputLimit } from '../../../traits/output-limit.ts';
import type { SettingName, ToolChoice } from '../../../traits/settings.ts';
import type { Outgoing } from '../../protocol.ts';
import { ephemeral, markMessages, marksWanted } from './cache-marks.ts';
import { encodeThinkingControl, type ThinkingMode } from './encode-thinking-control.ts';
import { furtherFields } from './further-fields.ts';
import { outputSchema } from './output-schema.ts';
import { withoutLoopThinking } from './running-loop.ts';

export function encodeBody(outgoing: Outgoing, given: readonly JsonObject[]): JsonObject {
  const control = encodeThinkingControl(outgoing, given, outputLimit(outgoing));
  // ANT-059
  const isRefused = control.mode === 'off' && outgoing.traits.lastMessage === 'any';
  const list = isRefused ? withoutLoopThinking(given) : given;
  return {
    model: outgoing.model,
    // ANT-034: required, so always present.
    max_tokens: control.maxTokens,
    ...encodeSystem(outgoing),
    ...encodeTools(outgoing),
    ...encodeToolChoice(outgoing, control.mode),
    ...(control.thinking === undefined ? {} : { thinking: control.thinking }),
    ...encodeOutputConfig(outgoing, control.effort),
    ...encodeSampling(outgoing, control.mode !== 'off'),
    ...encodeFurther(outgoing, furtherFields, samplingRefusal(outgoing, control.mode !== 'off')),
    ...encodeStop(outgoing),
    ...encodeStream(outgoing),
    messages: trimPrefill(markMessages(outgoing, list)),
  };
}

/** A block if it gets a cache mark, otherwise plain text. */
function encodeSystem(outgoing: Outgoing): JsonObject {
  const { system } = outgoing;
  if (isBlank(system)) return {};
  if (!marksWanted(outgoing)) return { system };
  return { system: [{ type: 'text', text: system, ...ephemeral }] };
}

function encodeTools(outgoing: Outgoing): JsonObject {
  // Search comes first: the cache mark goes on the last tool.
  const tools = [...(outgoing.settings.webSearch === true ? [webSearch] : []), ...outgoing.tools.map(encodeTool)];
  if (tools.length === 0) return {};
  const marked = marksWanted(outgoing) ? tools.length - 1 : -1;
  return { tools: tools.map((tool, index) => ({ ...tool, ...(index === marked ? ephemeral : {}) })) };
}

const webSearch: JsonObject = { type: 'web_search_20250305', name: webSearchName };

/** ANT-063: a schema with a type, also for a tool without arguments. */
function encodeTool({ name, description, schema }: DeclaredTool): JsonObject {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: schema ?? { type: 'object', properties: {} },
  };
}

function encodeOutputConfig({ settings, traits, leaveOut }: Outgoing, effort: string | undefined): JsonObject {
  const { responseFormat } = settings;
  const config: { effort?: string; format?: JsonObject } = effort === undefined ? {} : { effort };
  const isKnown = typeof responseFormat === 'object' && traits.responseFormat === 'json-schema';
  const schema = isKnown ? outputSchema(responseFormat.schema) : undefined;
  if (schema !== undefined) config.format = { type: 'json_schema', schema };
  else if (responseFormat !== undefined && responseFormat !== 'text') {
    leaveOut('responseFormat', 'the model does not support this response format');
  }
  return Object.keys(config).length === 0 ? {} : { output_config: { ...config } };
}

/** A stop sequence of blanks is refused. */
function encodeStop({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const { stop } = settings;
  if (stop === undefined || stop.length === 0) return {};
  const sequences = traits.stop ? stop.filter((sequence) => !isBlank(sequence)) : [];
  if (sequences.length < stop.length) {
    leaveOut('stop', traits.stop ? 'a stop sequence must not be blank' : 'the model does not support stop sequences');
  }
  return sequences.length === 0 ? {} : { stop_sequences: sequences };
}

function encodeStream({ settings, traits, leaveOut }: Outgoing): JsonObject {
  if (settings.stream !== true) return {};
  if (traits.streaming) return { stream: true };
  leaveOut('stream', 'the server does not stream');
  return {};
}

/** Anthropic's maximum; other APIs accept up to 2. */
const maxTemperature = 1;

/** Temperature and top_p, if the model accepts them. */
function encodeSampling(outgoing: Outgoing, thinking: boolean): JsonObject {
  const { settings, leaveOut } = outgoing;
  const { temperature, topP } = settings;
  const refused = samplingRefusal(outgoing, thinking);
  if (refused !== undefined) {
    // ANT-049: while the model thinks its temperature is 1 anyway.
    if (temperature !== undefined && temperature !== maxTemperature) leaveOut('temperature', refused);
    if (topP !== undefined) leaveOut('topP', refused);
    return {};
  }
  const both = temperature !== undefined && topP !== undefined;
  if (both && outgoing.traits.sampling === 'one') {
    leaveOut('topP', 'ANT-050: temperature and top_p cannot both be set');
    return { temperature: bounded(temperature, leaveOut) };
  }
  return {
    ...(temperature === undefined ? {} : { temperature: bounded(temperature, leaveOut) }),
    ...(topP === undefined ? {} : { top_p: topP }),
  };
}

function samplingRefusal({ traits }: Outgoing, thinking: boolean): string | undefined {
  if (traits.sampling === 'none') return 'ANT-050: the model does not accept sampling parameters';
  return thinking && traits.sampling !== 'any' ? 'ANT-049: not while the model thinks' : undefined;
}

function bounded(temperature: number, leaveOut: (setting: SettingName, why: string) => void): number {
  if (temperature <= maxTemperature) return temperature;
  leaveOut('temperature', `lowered to ${maxTemperature}, the maximum`);
  return maxTemperature;
}

/** If a target lets the model continue its own last text (ANT-030), that text must not end with whitespace (ANT-029). */
function trimPrefill(list: readonly JsonObject[]): readonly JsonObject[] {
  const last = list.at(-1);
  if (last?.['role'] !== 'assistant') return list;
  const blocks = asArray(last['content']);
  const block = asObject(blocks.at(-1));
  const text = asText(block?.['text']);
  const trimmed = text.trimEnd();
  if (block === undefined || block['type'] !== 'text' || text === trimmed) return list;
  const content: readonly JsonValue[] = [...blocks.slice(0, -1), { ...block, text: trimmed }];
  return list.with(-1, { ...last, content });
}

/** Encodes the tool choice, as far as the model supports it. */
function encodeToolChoice(outgoing: Outgoing, mode: ThinkingMode): JsonObject {
  const { settings, tools, leaveOut } = outgoing;
  const { toolChoice } = settings;
  if (tools.length === 0) {
    if (isForced(toolChoice)) leaveOut('toolChoice', 'there are no tools');
    return {};
  }
  const choice = allowedChoice(outgoing, mode);
  const single = isSingle(outgoing);
  if (choice === undefined && !single) return {};
  const written = writeChoice(choice ?? 'auto');
  // With `none` there is nothing to run in parallel, and the field is refused.
  return { tool_choice: single && choice !== 'none' ? { ...written, disable_parallel_tool_use: true } : written };
}

function writeChoice(choice: ToolChoice): JsonObject {
  if (typeof choice === 'object') return { type: 'tool', name: choice.tool };
  return { type: choice === 'required' ? 'any' : choice };
}

function allowedChoice(outgoing: Outgoing, mode: ThinkingMode): ToolChoice | undefined {
  const { toolChoice } = outgoing.settings;
  const refused = choiceRefusal(outgoing, mode);
  if (refused === undefined) return toolChoice;
  outgoing.leaveOut('toolChoice', refused);
  return undefined;
}

function choiceRefusal({ settings, traits, tools }: Outgoing, mode: ThinkingMode): string | undefined {
  const { toolChoice } = settings;
  if (!isForced(toolChoice)) return undefined;
  if (traits.forcedToolChoice === 'no') return 'ANT-046: the model refuses a forced choice';
  const thinks = mode === 'budget' || (mode !== 'off' && traits.forcedToolChoice === 'without-thinking');
  if (thinks) return 'ANT-045: no forced choice while the model thinks';
  const known = typeof toolChoice !== 'object' || tools.some(({ name }) => name === toolChoice.tool);
  return known ? undefined : 'the tool is not offered';
}

function isForced(choice: ToolChoice | undefined): choice is 'required' | { readonly tool: string } {
  return choice === 'required' || typeof choice === 'object';
}

function isSingle({ settings, traits, leaveOut }: Outgoing): boolean {
  if (settings.parallelToolCalls !== false) return false;
  if (traits.parallelToolCalls === 'settable') return true;
  leaveOut('parallelToolCalls', 'the server has no such setting');
  return false;
}
