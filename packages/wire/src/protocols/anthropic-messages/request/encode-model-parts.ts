/** The parts of a model's message as content blocks, in an order the API takes. */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { parseJson } from '../../../json.ts';
import type { ModelPart, ProviderToolPart, ThinkingPart } from '../../../shape/message.ts';
import { spokenText } from '../../../shape/spoken-text.ts';
import { providerToolText } from '../../../texts.ts';
import type { Traits } from '../../../traits.ts';
import { isServerResult, serverToolId } from '../reply/server-tools.ts';
import { addText } from './encode-text.ts';

export function encodeModelParts(parts: readonly ModelPart[], traits: Traits): readonly JsonObject[] {
  const blocks: JsonObject[] = [];
  for (const part of parts) addPart(part, traits, blocks);
  return withCallsLast(withThinkingFirst(blocks), traits);
}

/** A message that starts with thinking keeps the order it came in (ANT-043); in another one the thinking moves to the front. */
function withThinkingFirst(blocks: readonly JsonObject[]): readonly JsonObject[] {
  const [first] = blocks;
  if (first === undefined || isThinking(first) || !blocks.some(isThinking)) return blocks;
  return [...blocks.filter(isThinking), ...blocks.filter((block) => !isThinking(block))];
}

/** What was said after a call stands before the first one: calls come last (ANT-070). */
function withCallsLast(blocks: readonly JsonObject[], { callsLast }: Traits): readonly JsonObject[] {
  const first = callsLast ? blocks.findIndex(isCall) : -1;
  if (first === -1 || blocks.findLastIndex(isSaid) < first) return blocks;
  const later = blocks.slice(first);
  return [...blocks.slice(0, first), ...later.filter(isSaid), ...later.filter((block) => !isSaid(block))];
}

function isThinking({ type }: JsonObject): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function isCall({ type }: JsonObject): boolean {
  return type === 'tool_use';
}

/** Words, and tools that the provider ran: a call of those and its result stay side by side. */
function isSaid(block: JsonObject): boolean {
  return !isThinking(block) && !isCall(block);
}

function addPart(part: ModelPart, traits: Traits, blocks: JsonObject[]): void {
  switch (part.type) {
    case 'text':
      addText(part.text, blocks);
      break;
    case 'media':
      // An assistant message takes no pictures and no documents.
      addText(spokenText(part.block), blocks);
      break;
    case 'thinking':
      if (traits.thinking.replay === 'signed') addThinking(part, blocks);
      break;
    case 'call':
      blocks.push({ type: 'tool_use', id: part.id, name: part.name, input: part.args });
      break;
    case 'provider-tool':
      addProviderTool(part, blocks);
      break;
  }
}

/** ANT-041: thinking without its signature is refused, so it is left out. The text may be empty: newer models omit it. */
function addThinking({ text, seal }: ThinkingPart, blocks: JsonObject[]): void {
  if (seal === undefined || seal.value === '') return;
  if (seal.field === 'signature') blocks.push({ type: 'thinking', thinking: text, signature: seal.value });
  else if (seal.field === 'redacted_thinking' || seal.field === 'redactedData') {
    blocks.push({ type: 'redacted_thinking', data: seal.value });
  }
}

/** ANT-007, ANT-008: the call with its result right behind it, or both in words. */
function addProviderTool({ id, name, args, result }: ProviderToolPart, blocks: JsonObject[]): void {
  const content: JsonValue | undefined = parseJson(result.value);
  if (content === undefined || !serverToolId.test(id) || !isServerResult(result.field)) {
    addText(providerToolText(name, jsonText(args), result.value), blocks);
    return;
  }
  blocks.push({ type: 'server_tool_use', id, name, input: args }, { type: result.field, tool_use_id: id, content });
}
