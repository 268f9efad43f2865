/** A user's words, and media wherever they may stand, as the content parts of an input item. */
import { type JsonObject, type MediaBlock, mediaPlaceholder } from '@interlock/transcript';
import { fileText } from '../../../shape/texts.ts';

export function inputText(text: string): JsonObject {
  return { type: 'input_text', text };
}

/** The target takes this medium here: what is not a picture is a file (OAR-020 names the one kind that is always taken). */
export function inputMedia(block: MediaBlock): JsonObject {
  const { mimeType, data, encoding, filename } = block;
  if (encoding === 'text') return inputText(fileText(filename, data) || mediaPlaceholder(block));
  const address = encoding === 'url' ? data : `data:${mimeType};base64,${data}`;
  if (mimeType.toLowerCase().startsWith('image/')) {
    return { type: 'input_image', image_url: address, detail: 'auto' };
  }
  if (encoding === 'url') return { type: 'input_file', file_url: data };
  return { type: 'input_file', filename: filename ?? 'document.pdf', file_data: address };
}
