/** Encodes one message. Every block has only the fields listed here (ANT-033). */
import { type JsonObject, type JsonValue, jsonText, type MediaBlock } from '@interlock/transcript';
import { type Encoded, flat, parseJson } from '../../../json/json.ts';
import type {
  Message,
  ModelPart,
  ProviderToolPart,
  ResultPart,
  SystemMessage,
  ThinkingPart,
  UserMessage,
  UserPart,
} from '../../../shape/message.ts';
import { isBlank, spokenText } from '../../../shape/spoken-text.ts';
import { noOutput, nothingShown, providerToolText, unknownReasoning } from '../../../texts/model-texts.ts';
import type { Traits } from '../../../traits/traits.ts';
import { isServerResult, serverToolId } from '../server-tools.ts';

export function encodeMessage(message: Message, traits: Traits): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: orPlaceholder(encodeUser(message)) }];
    case 'model':
      return [{ role: 'assistant', content: orPlaceholder(encodeModelParts(message.parts, traits)) }];
    case 'system':
      return encodeSystem(message);
  }
}

/** ANT-012: results first, then the user's text. */
function encodeUser({ results, parts }: UserMessage): readonly JsonObject[] {
  const answers = results.map(encodeResult);
  // ANT-036: nothing but text in an error.
  for (const { isError, media } of results)
    if (isError) answers.push(...media.flatMap(({ block }) => encodeMedia(block)));
  if (parts.length === 0) return answers;
  const blocks = flat(parts.map(encodeUserPart));
  return answers.length === 0 ? blocks : [...answers, ...blocks];
}

function encodeUserPart(part: UserPart): Encoded {
  return part.type === 'text' ? textBlock(part.text) : encodeMedia(part.block);
}

/** ANT-031, ANT-032: never empty, and an error always has a text. */
function encodeResult({ id, text, isError, media }: ResultPart): JsonObject {
  const blocks = isError ? [] : media.flatMap(({ block }) => encodeMedia(block));
  const shown = isBlank(text) && (isError || blocks.length === 0) ? noOutput : text;
  const content = blocks.length === 0 ? shown : [...textBlocks(shown), ...blocks];
  if (isError) return { type: 'tool_result', tool_use_id: id, content, is_error: true };
  return { type: 'tool_result', tool_use_id: id, content };
}

function encodeSystem({ text }: SystemMessage): readonly JsonObject[] {
  return isBlank(text) ? [] : [{ role: 'system', content: text }];
}

/** ANT-026: a message has content. */
function orPlaceholder(blocks: readonly JsonObject[]): readonly JsonObject[] {
  return blocks.length === 0 ? [{ type: 'text', text: nothingShown }] : blocks;
}

const pictures: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Images and documents as content blocks; other media are described in text. */
function encodeMedia(block: MediaBlock): readonly JsonObject[] {
  const type = mediaType(block);
  if (block.encoding === 'text' || block.data === '') return textBlocks(spokenText(block));
  if (type === 'application/pdf') return [pdf(block)];
  const isPicture = block.encoding === 'url' ? type.startsWith('image/') : pictures.includes(type);
  if (!isPicture) return textBlocks(spokenText(block));
  // There is no field for an image's caption, so it comes before the image.
  return [...textBlocks(block.caption ?? ''), { type: 'image', source: source(block, type) }];
}

function pdf(block: MediaBlock): JsonObject {
  return {
    type: 'document',
    source: source(block, 'application/pdf'),
    ...(block.filename ? { title: block.filename } : {}),
    ...(block.caption ? { context: block.caption } : {}),
  };
}

function source(block: MediaBlock, mediaTypeName: string): JsonObject {
  if (block.encoding === 'url') return { type: 'url', url: block.data };
  return { type: 'base64', media_type: mediaTypeName, data: block.data };
}

function mediaType({ mimeType }: MediaBlock): string {
  const type = mimeType.toLowerCase();
  return type === 'image/jpg' ? 'image/jpeg' : type;
}

/** The parts of a model's message as content blocks, in an order the API accepts. */
function encodeModelParts(parts: readonly ModelPart[], traits: Traits): readonly JsonObject[] {
  const blocks = flat(parts.map((part) => encodePart(part, traits)));
  return withCallsLast(withDemanded(withThinkingFirst(blocks), traits), traits);
}

/** DSK-015, KIM-021: calls without thinking are refused. These servers do not check the signature, but it must be there (ANT-041). */
const unknownThinking: JsonObject = { type: 'thinking', thinking: unknownReasoning, signature: 'none' };

function withDemanded(blocks: readonly JsonObject[], { thinking }: Traits): readonly JsonObject[] {
  const isLacking = thinking.demanded !== 'never' && blocks.some(isCall) && !blocks.some(isThinking);
  return isLacking ? [unknownThinking, ...blocks] : blocks;
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
  if (first === -1 || blocks.findLastIndex(isText) < first) return blocks;
  const later = blocks.slice(first);
  return [...blocks.slice(0, first), ...later.filter(isText), ...later.filter((block) => !isText(block))];
}

function isThinking({ type }: JsonObject): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function isCall({ type }: JsonObject): boolean {
  return type === 'tool_use';
}

/** Text, or a tool that the provider ran: such a call and its result stay together. */
function isText(block: JsonObject): boolean {
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

/** Undefined for a blank text, because an empty block is refused (ANT-027, ANT-028). */
function textBlock(text: string): JsonObject | undefined {
  return isBlank(text) ? undefined : { type: 'text', text };
}

/** The same as a list, for use next to other blocks. */
function textBlocks(text: string): readonly JsonObject[] {
  const block = textBlock(text);
  return block === undefined ? [] : [block];
}
