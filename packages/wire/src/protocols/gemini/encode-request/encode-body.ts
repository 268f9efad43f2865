/** Encodes everything except the list of contents. Model and streaming are in the path (`index.ts`). */
import type { JsonObject } from '@interlock/transcript';
import { asArray } from '../../../json/json.ts';
import { systemAsUser } from '../../../texts/model-texts.ts';
import type { DeclaredTool } from '../../../tools/declared-tool.ts';
import type { ToolChoice } from '../../../traits/settings.ts';
import { isThinking } from '../../../traits/thinking.ts';
import type { Outgoing } from '../../protocol.ts';
import { encodeConfig } from './encode-config.ts';

export function encodeBody(outgoing: Outgoing, list: readonly JsonObject[]): JsonObject {
  const { tools, traits } = outgoing;
  const offered = traits.tools === 'native' ? tools : [];
  const choice = encodeChoice(outgoing, offered);
  const searches = outgoing.settings.webSearch === true;
  const config = encodeConfig(outgoing, offered.length > 0 || searches);
  const declared = [
    ...(offered.length === 0
      ? []
      : [{ functionDeclarations: offered.map((tool) => encodeTool(tool, traits.toolSchema === 'gemini')) }]),
    ...(searches ? [{ googleSearch: {} }] : []),
  ];
  const toolConfig = {
    ...(choice === undefined ? {} : { functionCallingConfig: choice }),
    // GEM-026; otherwise the answer does not contain the search query.
    ...(searches ? { includeServerSideToolInvocations: true } : {}),
  };
  reportFixed(outgoing);
  return {
    ...encodeSystem(outgoing, list),
    ...(declared.length === 0 ? {} : { tools: declared }),
    ...(Object.keys(toolConfig).length === 0 ? {} : { toolConfig }),
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
    ...encodeTier(outgoing),
  };
}

/** Models that take no system instruction (Gemma) read it as the start of the first user message. */
function encodeSystem({ system, traits }: Outgoing, list: readonly JsonObject[]): JsonObject {
  if (system === '') return { contents: [...list] };
  if (traits.systemRole !== 'user') return { systemInstruction: { parts: [{ text: system }] }, contents: [...list] };
  const part = { text: systemAsUser(system) };
  const [first] = list;
  if (first?.['role'] !== 'user') return { contents: [{ role: 'user', parts: [part] }, ...list] };
  return { contents: list.with(0, { ...first, parts: [part, ...asArray(first['parts'])] }) };
}

function encodeTier({ settings: { serviceTier }, traits }: Outgoing): JsonObject {
  return serviceTier === undefined || !traits.furtherSettings.includes('serviceTier') ? {} : { serviceTier };
}

/** GEM-022: `parameters` accepts only Google's subset of schemas, `parametersJsonSchema` any; never both. */
function encodeTool({ name, description, schema }: DeclaredTool, subset: boolean): JsonObject {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { [subset ? 'parameters' : 'parametersJsonSchema']: schema }),
  };
}

function encodeChoice(outgoing: Outgoing, offered: readonly DeclaredTool[]): JsonObject | undefined {
  const wanted = outgoing.settings.toolChoice;
  if (wanted === undefined) return undefined;
  if (offered.length === 0) {
    outgoing.leaveOut('toolChoice', 'GEM-027: there are no tools to choose from');
    return undefined;
  }
  const refused = whyNot(wanted, outgoing, offered);
  if (refused !== undefined) {
    outgoing.leaveOut('toolChoice', refused);
    return { mode: 'AUTO' };
  }
  if (typeof wanted === 'object') return { mode: 'ANY', allowedFunctionNames: [wanted.tool] };
  return { mode: modes[wanted] };
}

const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const;

function whyNot(
  wanted: ToolChoice,
  { settings, traits }: Outgoing,
  offered: readonly DeclaredTool[],
): string | undefined {
  if (wanted === 'auto' || wanted === 'none') return undefined;
  if (traits.forcedToolChoice === 'no') return 'the model cannot be made to call a tool';
  if (traits.forcedToolChoice === 'without-thinking' && isThinking(settings, traits)) {
    return 'the model cannot be made to call a tool while it thinks';
  }
  if (typeof wanted === 'object' && offered.every(({ name }) => name !== wanted.tool)) return 'the tool is not offered';
  return undefined;
}

/** Settings the protocol has no field for. */
function reportFixed({ settings, leaveOut }: Outgoing): void {
  if (settings.parallelToolCalls !== undefined) leaveOut('parallelToolCalls', 'the API has no such setting');
  if (typeof settings.cache === 'object' && settings.cache.key !== undefined)
    leaveOut('cache', 'the API has no cache keys');
}
