/** Media as parts, in both directions: bytes (`inlineData`), a URL (`fileData`), or text. */
import type { JsonObject, MediaBlock } from '@interlock/transcript';
import { asObject, asText } from '../../json/json.ts';
import { fileText } from '../../texts/model-texts.ts';
import { field } from './field.ts';

export function readMedia(part: JsonObject): MediaBlock | undefined {
  const inline = asObject(field(part, 'inlineData'));
  if (inline !== undefined) return mediaBlock(inline, asText(inline['data']), 'base64');
  const file = asObject(field(part, 'fileData'));
  return file === undefined ? undefined : mediaBlock(file, asText(field(file, 'fileUri')), 'url');
}

function mediaBlock(source: JsonObject, data: string, encoding: 'base64' | 'url'): MediaBlock {
  const mimeType = asText(field(source, 'mimeType')) || 'application/octet-stream';
  const filename = asText(field(source, 'displayName'));
  return { type: 'media', mimeType, data, encoding, ...(filename === '' ? {} : { filename }) };
}

/** Media as a part: its bytes, its URL, or its text. */
export function encodeMedia(block: MediaBlock): JsonObject {
  const { mimeType, data, encoding, filename } = block;
  if (encoding === 'text') return { text: fileText(filename, data) };
  return encoding === 'url' ? { fileData: { mimeType, fileUri: data } } : { inlineData: { mimeType, data } };
}
