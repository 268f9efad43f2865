/** Encodes one message. Every block has only the fields listed here (ANT-033). */
import type { JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import { type Encoded, flat } from '../../../json/json.ts';
import type { MediaPart, Message, ResultPart, SystemMessage, UserMessage, UserPart } from '../../../shape/message.ts';
import { noOutput, nothingShown } from '../../../shape/model-texts.ts';
import { isBlank, spokenText } from '../../../shape/spoken-text.ts';
import type { Traits } from '../../../traits/traits.ts';
import { encodeModelParts, textBlock, textBlocks } from './encode-model-parts.ts';

export function encodeMessage(message: Message, traits: Traits): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: orConstant(encodeUser(message)) }];
    case 'model':
      return [{ role: 'assistant', content: orConstant(encodeModelParts(message.parts, traits)) }];
    case 'system':
      return encodeSystem(message);
  }
}

/** ANT-012: results first, then the user's text. */
function encodeUser({ results, parts }: UserMessage): readonly JsonObject[] {
  const answers = results.map(encodeResult);
  if (parts.length === 0) return answers;
  const said = flat(parts.map(encodeUserPart));
  return answers.length === 0 ? said : [...answers, ...said];
}

function encodeUserPart(part: UserPart): Encoded {
  return part.type === 'text' ? textBlock(part.text) : encodeMedia(part.block);
}

/** ANT-031, ANT-032: never without text, so that an error always has one. */
function encodeResult({ id, text, isError, media }: ResultPart): JsonObject {
  const said = isBlank(text) ? noOutput : text;
  const content = media.length === 0 ? said : withMedia(said, media);
  if (isError) return { type: 'tool_result', tool_use_id: id, content, is_error: true };
  return { type: 'tool_result', tool_use_id: id, content };
}

function withMedia(said: string, media: readonly MediaPart[]): JsonValue {
  const shown = media.flatMap(({ block }) => encodeMedia(block));
  return shown.length === 0 ? said : [...textBlocks(said), ...shown];
}

function encodeSystem({ text }: SystemMessage): readonly JsonObject[] {
  return isBlank(text) ? [] : [{ role: 'system', content: text }];
}

/** ANT-026: a message has content. */
function orConstant(blocks: readonly JsonObject[]): readonly JsonObject[] {
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
