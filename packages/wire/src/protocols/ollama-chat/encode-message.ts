/** One message as Ollama writes it: content is always one string, pictures and calls stand beside it (OLL-002, OLL-003). */
import { type JsonObject, mediaPlaceholder } from '@interlock/transcript';
import type {
  CallPart,
  MediaPart,
  Message,
  ModelMessage,
  ModelPart,
  ResultPart,
  UserMessage,
} from '../../shape/message.ts';
import { fileText, providerToolText } from '../../texts.ts';

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

/** Each result is a message of its own; the user's words come after all of them. */
function encodeUser({ results, parts }: UserMessage): readonly JsonObject[] {
  const answers = results.map(encodeResult);
  if (parts.length === 0) return answers;
  return [...answers, { role: 'user', content: textOf(parts), ...imagesOf(parts) }];
}

/** OLL-004: calls and results pair by order and name; the id is written where the target has ids. */
function encodeResult({ id, name, text, media }: ResultPart): JsonObject {
  const content = textOf([{ type: 'text', text }, ...media]);
  return {
    role: 'tool',
    content,
    ...imagesOf(media),
    tool_name: name,
    ...(id === '' ? {} : { tool_call_id: id }),
  };
}

function encodeModel({ parts }: ModelMessage): JsonObject {
  const thinking = parts.flatMap((part) => (part.type === 'thinking' && part.text !== '' ? [part.text] : []));
  const calls = parts.flatMap((part) => (part.type === 'call' ? [encodeCall(part)] : []));
  return {
    role: 'assistant',
    content: textOf(parts),
    ...(thinking.length === 0 ? {} : { thinking: thinking.join('\n\n') }),
    ...imagesOf(parts),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** OLL-002: the arguments are an object, never their JSON text. */
function encodeCall({ id, name, args }: CallPart): JsonObject {
  return { ...(id === '' ? {} : { id }), function: { name, arguments: args } };
}

function textOf(parts: readonly ModelPart[]): string {
  return parts
    .map(saidBy)
    .filter((text) => text !== '')
    .join('\n\n');
}

function saidBy(part: ModelPart): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'media') return isImage(part) ? '' : mediaText(part);
  // Ollama runs no tools itself, so such a call is another provider's.
  if (part.type === 'provider-tool') return providerToolText(part.name, JSON.stringify(part.args), part.result.value);
  return '';
}

/** Anything but the bytes of a picture would be refused in `images` (OLL-003); it is still said. */
function mediaText({ block }: MediaPart): string {
  return block.encoding === 'text' ? fileText(block.filename, block.data) : mediaPlaceholder(block);
}

function isImage({ block }: MediaPart): boolean {
  return block.encoding === 'base64' && block.mimeType.toLowerCase().startsWith('image/');
}

function imagesOf(parts: readonly ModelPart[]): JsonObject {
  const images = parts.flatMap((part) => (part.type === 'media' && isImage(part) ? [part.block.data] : []));
  return images.length === 0 ? {} : { images };
}
