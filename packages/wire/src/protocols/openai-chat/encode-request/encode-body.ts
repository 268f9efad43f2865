/** Encodes everything except the messages. Every setting that the target refuses is left out and reported. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray } from '../../../json/json.ts';
import { systemAsUser } from '../../../shape/model-texts.ts';
import type { DeclaredTool } from '../../../tools/declared-tool.ts';
import { isThinking } from '../../../traits/thinking.ts';
import type { Traits } from '../../../traits/traits.ts';
import type { Outgoing } from '../../protocol.ts';
import { textContent } from './encode-message.ts';
import { encodeReasoning } from './encode-reasoning.ts';
import {
  encodeCacheKey,
  encodeLimit,
  encodeResponseFormat,
  encodeSampling,
  encodeStop,
  encodeStreaming,
} from './encode-settings.ts';
import { encodeToolChoice } from './encode-tool-choice.ts';

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
    ...encodeStop(outgoing),
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
function encodeTool({ name, description, schema }: DeclaredTool, { toolSchema }: Traits): JsonObject {
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      parameters: schema ?? { type: 'object', properties: {} },
      ...(toolSchema === 'openai-strict' && schema !== undefined ? { strict: true } : {}), // OAC-020
    },
  };
}
