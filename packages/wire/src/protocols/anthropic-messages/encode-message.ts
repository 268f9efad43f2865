/** One message as the one the wire has for it. Every block holds the fields named here and no others (ANT-033). */
import type { JsonObject } from '@interlock/transcript';
import type { Message, ResultPart, SystemMessage, UserMessage } from '../../shape/message.ts';
import { noOutput, nothingShown } from '../../texts.ts';
import type { Traits } from '../../traits.ts';
import { encodeMedia } from './request/encode-media.ts';
import { encodeModelParts } from './request/encode-model-parts.ts';
import { addText, isBlank, textBlocks } from './request/encode-text.ts';

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

/** ANT-012: results first, then what the user says. */
function encodeUser({ results, parts }: UserMessage): readonly JsonObject[] {
  const blocks = results.map(encodeResult);
  for (const part of parts) {
    if (part.type === 'text') addText(part.text, blocks);
    else for (const block of encodeMedia(part.block)) blocks.push(block);
  }
  return blocks;
}

/** ANT-031, ANT-032: never without a text, so that an error always has one. */
function encodeResult({ id, text, isError, media }: ResultPart): JsonObject {
  const said = isBlank(text) ? noOutput : text;
  const shown = media.flatMap(({ block }) => encodeMedia(block));
  const content = shown.length === 0 ? said : [...textBlocks(said), ...shown];
  if (isError) return { type: 'tool_result', tool_use_id: id, content, is_error: true };
  return { type: 'tool_result', tool_use_id: id, content };
}

function encodeSystem({ text }: SystemMessage): readonly JsonObject[] {
  return isBlank(text) ? [] : [{ role: 'system', content: text }];
}

/** ANT-026: a message has content. */
function orConstant(blocks: readonly JsonObject[]): readonly JsonObject[] {
  return blocks.length === 0 ? [{ type: 'text', text: nothingShown }] : blocks;
}
