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
  const mimeType = asText(field(source, 'mimeType')) || (isVideo(encoding, data) ? 'video/mp4' : unknownType);
  const filename = asText(field(source, 'displayName'));
  return { type: 'media', mimeType, data, encoding, ...(filename === '' ? {} : { filename }) };
}

/** Its own files, and videos on YouTube, need no type in Google's API. */
const unknownType = 'application/octet-stream';

function isVideo(encoding: 'base64' | 'url', address: string): boolean {
  return encoding === 'url' && /^https?:\/\/(?:(?:www|m)\.)?(?:youtube\.com|youtu\.be)\//.test(address);
}

/** Media as a part: its bytes, its URL, or its text. */
export function encodeMedia(block: MediaBlock): JsonObject {
  const { mimeType, data, encoding, filename } = block;
  if (encoding === 'text') return { text: fileText(filename, data) };
  if (encoding !== 'url') return { inlineData: { mimeType, data } };
  return { fileData: { ...(mimeType === unknownType ? {} : { mimeType }), fileUri: data } };
}
