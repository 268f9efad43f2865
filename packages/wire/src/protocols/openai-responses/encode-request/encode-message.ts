/** Encodes one message as input items. Items are complete: nothing refers to what a server may have stored (OAR-010). */
import { type JsonObject, type MediaBlock, mediaPlaceholder } from '@interlock/transcript';
import type { Message, ResultPart, UserMessage } from '../../../shape/message.ts';
import { fileText, systemAsUser } from '../../../texts/model-texts.ts';
import type { Traits } from '../../../traits/traits.ts';
import { encodeModelParts } from './encode-model-parts.ts';

export function encodeMessage(message: Message, traits: Traits): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return encodeUser(message);
    case 'model':
      return encodeModelParts(message.parts);
    case 'system':
      return [encodeSystem(message.text, traits)];
  }
}

function encodeUser({ results, parts }: UserMessage): readonly JsonObject[] {
  const outputs = results.map(encodeResult);
  if (parts.length === 0) return outputs;
  const content = parts.flatMap((part) => (part.type === 'text' ? inputText(part.text) : captioned(part.block)));
  return [...outputs, { type: 'message', role: 'user', content }];
}

/** OAR-019: text, or a list of parts when there is more than text. */
function encodeResult({ id, text, media, ofFreeForm }: ResultPart): JsonObject {
  const beside = media.flatMap(({ block }) => captioned(block));
  const output = media.length === 0 ? text : [...(text === '' ? [] : [inputText(text)]), ...beside];
  return { type: ofFreeForm ? 'custom_tool_call_output' : 'function_call_output', call_id: id, output };
}

function encodeSystem(text: string, { systemRole }: Traits): JsonObject {
  const shown = systemRole === 'user' ? systemAsUser(text) : text;
  return { type: 'message', role: systemRole, content: [inputText(shown)] };
}

/** User text, and media where they are allowed, as the content parts of an input item. */
function inputText(text: string): JsonObject {
  return { type: 'input_text', text };
}

/** There is no field for a caption, so it comes first. */
function captioned(block: MediaBlock): readonly JsonObject[] {
  return block.caption ? [inputText(block.caption), inputMedia(block)] : [inputMedia(block)];
}

/** The target accepts this type here: everything except images is a file (OAR-020 names the one type that is always accepted). */
function inputMedia(block: MediaBlock): JsonObject {
  const { mimeType, data, encoding, filename } = block;
  if (encoding === 'text') return inputText(fileText(filename, data) || mediaPlaceholder(block));
  const address = encoding === 'url' ? data : `data:${mimeType};base64,${data}`;
  if (mimeType.toLowerCase().startsWith('image/')) {
    return { type: 'input_image', image_url: address, detail: 'auto' };
  }
  if (encoding === 'url') return { type: 'input_file', file_url: data };
  return { type: 'input_file', filename: filename ?? 'document.pdf', file_data: address };
}
