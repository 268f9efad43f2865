/** Encodes everything in a request except the conversation. The model is in the path. */
import type { JsonObject } from '@interlock/transcript';
import { asArray, asObject, asObjects, asText } from '../../../json/json.ts';
import type { DeclaredTool } from '../../../tools/declared-tool.ts';
import { encodeFurther } from '../../../traits/further-fields.ts';
import { outputLimit } from '../../../traits/output-limit.ts';
import type { Outgoing } from '../../protocol.ts';
import { encodeThinking } from './encode-thinking.ts';

const cachePoint: JsonObject = { cachePoint: { type: 'default' } };

export function encodeBody(outgoing: Outgoing, list: readonly JsonObject[]): JsonObject {
  const { responseFormat } = outgoing.settings;
  if (responseFormat !== undefined && responseFormat !== 'text') {
    outgoing.leaveOut('responseFormat', 'the API has no response formats');
  }
  const plan = encodeThinking(outgoing, list, outputLimit(outgoing));
  // CNV-025: what the API has no field for is one of the model's own.
  const fields = {
    ...plan.fields,
    ...encodeFurther(outgoing, { topK: 'top_k' }, samplingRefusal(outgoing, plan.thinks)),
  };
  return {
    ...encodeSystem(outgoing),
    ...encodeTools(outgoing, plan.thinks),
    inferenceConfig: {
      maxTokens: plan.maxTokens,
      ...encodeSampling(outgoing, plan.thinks),
      ...encodeStop(outgoing),
    },
    ...(Object.keys(fields).length === 0 ? {} : { additionalModelRequestFields: fields }),
    messages: markLast(outgoing, nameDocuments(list)),
  };
}

/** CNV-030: a mark is a separate block after what it marks. One goes after the last user message, for the next request to find. */
function markLast(outgoing: Outgoing, list: readonly JsonObject[]): readonly JsonObject[] {
  const last = list.at(-1);
  if (!isMarked(outgoing) || last?.['role'] !== 'user') return list;
  return list.with(-1, { ...last, content: [...asArray(last['content']), cachePoint] });
}

function isMarked({ settings, traits }: Outgoing): boolean {
  return traits.cache === 'breakpoints' && settings.cache !== false;
}

function encodeSystem(outgoing: Outgoing): JsonObject {
  const { system } = outgoing;
  if (system.trim() === '') return {};
  return { system: [{ text: system }, ...(isMarked(outgoing) ? [cachePoint] : [])] };
}

/** CNV-017: no tools, no `toolConfig`. */
function encodeTools(outgoing: Outgoing, thinks: boolean): JsonObject {
  const { tools, settings, traits, leaveOut } = outgoing;
  const choice = encodeToolChoice(outgoing, thinks);
  if (settings.parallelToolCalls === false && traits.tools === 'native') {
    leaveOut('parallelToolCalls', 'the API has no such setting');
  }
  if (tools.length === 0) return {};
  const marks = isMarked(outgoing) ? [cachePoint] : [];
  return { toolConfig: { tools: [...tools.map(encodeTool), ...marks], ...choice } };
}

/** CNV-016: the schema of an object, also for a tool without arguments. */
function encodeTool({ name, description, schema }: DeclaredTool): JsonObject {
  const json = asObject(schema) ?? { type: 'object', properties: {} };
  return { toolSpec: { name, ...(description === undefined ? {} : { description }), inputSchema: { json } } };
}

/** CNV-027: 0 to 1. */
function encodeSampling(outgoing: Outgoing, thinks: boolean): JsonObject {
  const { settings, traits, leaveOut } = outgoing;
  const { temperature, topP } = settings;
  const refusal = samplingRefusal(outgoing, thinks);
  if (refusal !== undefined) {
    if (temperature !== undefined) leaveOut('temperature', refusal);
    if (topP !== undefined) leaveOut('topP', refusal);
    return {};
  }
  const isOne = traits.sampling === 'one' && temperature !== undefined && topP !== undefined;
  if (isOne) leaveOut('topP', 'ANT-050: temperature and top_p cannot both be set');
  if (temperature !== undefined && temperature > 1) leaveOut('temperature', 'CNV-027: lowered to 1, the maximum');
  return {
    ...(temperature === undefined ? {} : { temperature: Math.min(temperature, 1) }),
    ...(topP === undefined || isOne ? {} : { topP }),
  };
}

function samplingRefusal({ traits }: Outgoing, thinks: boolean): string | undefined {
  const isRefused = traits.sampling === 'none' || (thinks && traits.sampling !== 'any');
  return isRefused ? 'the model does not support this setting here' : undefined;
}

function encodeStop({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const { stop = [] } = settings;
  const sequences = traits.stop ? stop.filter((sequence) => sequence.trim() !== '') : [];
  if (sequences.length < stop.length) {
    leaveOut('stop', traits.stop ? 'a stop sequence must not be blank' : 'the model does not support stop sequences');
  }
  return sequences.length === 0 ? {} : { stopSequences: sequences };
}

/** The tool choice, as far as the model supports it (CNV-018). */
function encodeToolChoice({ settings, tools, traits, leaveOut }: Outgoing, thinks: boolean): JsonObject {
  const { toolChoice } = settings;
  if (toolChoice === undefined || toolChoice === 'auto') return {};
  if (toolChoice === 'none') {
    // BDR-006: tools cannot be declared and forbidden. Dropping stubs loses nothing.
    if (tools.length > 0) leaveOut('toolChoice', 'BDR-006: calls cannot be forbidden');
    return {};
  }
  const why = whyNot();
  if (why !== undefined) {
    leaveOut('toolChoice', why);
    return {};
  }
  return { toolChoice: toolChoice === 'required' ? { any: {} } : { tool: { name: toolChoice.tool } } };

  function whyNot(): string | undefined {
    if (tools.length === 0) return 'there are no tools';
    if (traits.forcedToolChoice === 'no') return 'CNV-018: the model refuses a forced choice';
    if (traits.forcedToolChoice === 'without-thinking' && thinks)
      return 'ANT-045: no forced choice while the model thinks';
    const isOffered = typeof toolChoice !== 'object' || tools.some(({ name }) => name === toolChoice.tool);
    return isOffered ? undefined : 'the tool is not offered';
  }
}

/** CNV-021: document names are unique in the request. A repeated one gets a number after its name. */
function nameDocuments(list: readonly JsonObject[]): readonly JsonObject[] {
  const seen = new Map<string, number>();
  return list.map((message) => {
    const blocks = asObjects(message['content']);
    if (!blocks.some((block) => block['document'] !== undefined)) return message;
    const renamed = blocks.map((block) => rename(block, seen));
    return renamed.every((block, at) => block === blocks[at]) ? message : { ...message, content: renamed };
  });
}

function rename(block: JsonObject, seen: Map<string, number>): JsonObject {
  const document = asObject(block['document']);
  if (document === undefined) return block;
  const name = asText(document['name']);
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return count === 1 ? block : { document: { ...document, name: `${name} (${count})` } };
}
