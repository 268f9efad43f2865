/** Encodes the parts of a model's message as content blocks, in an order the API accepts. */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { type Encoded, flat, parseJson } from '../../../json/json.ts';
import type { ModelPart, ProviderToolPart, ThinkingPart } from '../../../shape/message.ts';
import { providerToolText } from '../../../shape/model-texts.ts';
import { isBlank, spokenText } from '../../../shape/spoken-text.ts';
import type { Traits } from '../../../traits/traits.ts';
import { isServerResult, serverToolId } from '../server-tools.ts';

export function encodeModelParts(parts: readonly ModelPart[], traits: Traits): readonly JsonObject[] {
  const blocks = flat(parts.map((part) => encodePart(part, traits)));
  return withCallsLast(withThinkingFirst(blocks), traits);
}

/** A message that starts with thinking keeps its order (ANT-043); in any other the thinking moves to the front. */
function withThinkingFirst(blocks: readonly JsonObject[]): readonly JsonObject[] {
  const [first] = blocks;
  if (first === undefined || isThinking(first) || !blocks.some(isThinking)) return blocks;
  return [...blocks.filter(isThinking), ...blocks.filter((block) => !isThinking(block))];
}

/** Text after a call moves before the first call: calls come last (ANT-070). */
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

/** Text, and tools that the provider ran: such a call and its result stay together. */
function isSaid(block: JsonObject): boolean {
  return !isThinking(block) && !isCall(block);
}

function encodePart(part: ModelPart, traits: Traits): Encoded {
  switch (part.type) {
    case 'text':
      return textBlock(part.text);
    case 'media':
      // An assistant message accepts no images and no documents.
      return textBlock(spokenText(part.block));
    case 'thinking':
      return traits.thinking.replay === 'signed' ? encodeThinking(part) : undefined;
    case 'call':
      return { type: 'tool_use', id: part.id, name: part.name, input: part.args };
    case 'provider-tool':
      return encodeProviderTool(part);
  }
}

/** ANT-041: thinking without its signature is refused, so it is dropped. The text may be empty: newer models omit it. */
function encodeThinking({ text, seal }: ThinkingPart): Encoded {
  if (seal === undefined || seal.value === '') return undefined;
  if (seal.field === 'signature') return { type: 'thinking', thinking: text, signature: seal.value };
  const isRedacted = seal.field === 'redacted_thinking' || seal.field === 'redactedData';
  return isRedacted ? { type: 'redacted_thinking', data: seal.value } : undefined;
}

/** ANT-007, ANT-008: the call with its result right after it, or both as text. */
function encodeProviderTool({ id, name, args, result }: ProviderToolPart): Encoded {
  const content: JsonValue | undefined = parseJson(result.value);
  if (content === undefined || !serverToolId.test(id) || !isServerResult(result.field)) {
    return textBlock(providerToolText(name, jsonText(args), result.value));
  }
  return [
    { type: 'server_tool_use', id, name, input: args },
    { type: result.field, tool_use_id: id, content },
  ];
}

/** A text block, or nothing for an empty text, since an empty block is refused (ANT-027, ANT-028). */
export function textBlock(text: string): JsonObject | undefined {
  return isBlank(text) ? undefined : { type: 'text', text };
}

/** The same, next to other blocks. */
export function textBlocks(text: string): readonly JsonObject[] {
  const block = textBlock(text);
  return block === undefined ? [] : [block];
}
