/** A medium as a part: its bytes, its address, or the text it is. */
import type { JsonObject, MediaBlock } from '@interlock/transcript';
import { fileText } from '../../shape/texts.ts';

export function encodeMedia(block: MediaBlock): JsonObject {
  const { mimeType, data, encoding, filename } = block;
  if (encoding === 'text') return { text: fileText(filename, data) };
  return encoding === 'url' ? { fileData: { mimeType, fileUri: data } } : { inlineData: { mimeType, data } };
}
