/** Encodes one message: content is always one string, with images and calls next to it (OLL-002, OLL-003). */
import { type JsonObject, mediaPlaceholder } from '@interlock/transcript';
import type {
  CallPart,
  MediaPart,
  Message,
  ModelMessage,
  ModelPart,
  ResultPart,
  UserMessage,
} from '../../../shape/message.ts';
import { fileText, providerToolText } from '../../../texts/model-texts.ts';

export function encodeMessage(message: Message): readonly JsonObject[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.text }];
    case 'user':
      return encodeUser(message);
    case 'model':
      return [encodeModel(message)];
  }
}

/** Each result is a separate message; the user's text comes after all of them. */
function encodeUser({ results, parts }: UserMessage): readonly JsonObject[] {
  const messages = results.map(encodeResult);
  if (parts.length > 0) messages.push({ role: 'user', content: textOf(parts), ...imagesOf(parts) });
  return messages;
}

/** OLL-004: calls and results pair by order and name; the id is written if the target has ids. */
function encodeResult({ id, name, text, media }: ResultPart): JsonObject {
  const named = id === '' ? { tool_name: name } : { tool_name: name, tool_call_id: id };
  if (media.length === 0) return { role: 'tool', content: text, ...named };
  return { role: 'tool', content: textOf([{ type: 'text', text }, ...media]), ...imagesOf(media), ...named };
}

function encodeModel({ parts }: ModelMessage): JsonObject {
  const thinking: string[] = [];
  const calls: JsonObject[] = [];
  for (const part of parts) {
    if (part.type === 'thinking' && part.text !== '') thinking.push(part.text);
    else if (part.type === 'call') calls.push(encodeCall(part));
  }
  return {
    role: 'assistant',
    content: textOf(parts),
    ...(thinking.length === 0 ? undefined : { thinking: thinking.join('\n\n') }),
    ...imagesOf(parts),
    ...(calls.length === 0 ? undefined : { tool_calls: calls }),
  };
}

/** OLL-002: the arguments are an object, never JSON text. */
function encodeCall({ id, name, args }: CallPart): JsonObject {
  const call = { name, arguments: args };
  return id === '' ? { function: call } : { id, function: call };
}

function textOf(parts: readonly ModelPart[]): string {
  let text = '';
  for (const part of parts) {
    const more = partText(part);
    if (more !== '') text = text === '' ? more : `${text}\n\n${more}`;
  }
  return text;
}

function partText(part: ModelPart): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'media') return isImage(part) ? '' : mediaText(part);
  // Ollama runs no tools itself, so another provider ran this one.
  if (part.type === 'provider-tool') return providerToolText(part.name, JSON.stringify(part.args), part.result.value);
  return '';
}

/** Only the bytes of an image are accepted in `images` (OLL-003); everything else is described in text. */
function mediaText({ block }: MediaPart): string {
  return block.encoding === 'text' ? fileText(block.filename, block.data) : mediaPlaceholder(block);
}

function isImage({ block }: MediaPart): boolean {
  return block.encoding === 'base64' && block.mimeType.toLowerCase().startsWith('image/');
}

function imagesOf(parts: readonly ModelPart[]): { readonly images: readonly string[] } | undefined {
  const images: string[] = [];
  for (const part of parts) if (part.type === 'media' && isImage(part)) images.push(part.block.data);
  return images.length === 0 ? undefined : { images };
}
