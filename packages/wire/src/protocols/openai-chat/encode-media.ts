/** Encodes media as Chat content parts, with the caption first. Media that the target does not support never get here. */
import { type JsonObject, type MediaBlock, mediaPlaceholder } from '@interlock/transcript';
import { fileText } from '../../texts/model-texts.ts';
import type { Traits } from '../../traits/traits.ts';

export function encodeMedia(block: MediaBlock, { media }: Traits): readonly JsonObject[] {
  const part = encodePart(block, media.documents);
  if (part === undefined) return [{ type: 'text', text: mediaPlaceholder(block) }];
  return block.caption ? [{ type: 'text', text: block.caption }, part] : [part];
}

function encodePart(block: MediaBlock, documents: Traits['media']['documents']): JsonObject | undefined {
  const { mimeType, encoding } = block;
  if (encoding === 'text') return { type: 'text', text: fileText(block.filename, block.data) };
  const type = mimeType.toLowerCase();
  if (type.startsWith('image/')) return { type: 'image_url', image_url: { url: addressOf(block) } };
  if (type.startsWith('video/')) return { type: 'video_url', video_url: { url: addressOf(block) } };
  if (type.startsWith('audio/') && encoding === 'base64') {
    return { type: 'input_audio', input_audio: { data: block.data, format: audioFormat(type) } };
  }
  if (type === 'application/pdf') {
    if (documents === 'document_url') {
      const named = block.filename ? { document_name: block.filename } : {};
      return { type: 'document_url', document_url: addressOf(block), ...named };
    }
    return { type: 'file', file: { filename: block.filename ?? 'document.pdf', file_data: addressOf(block) } };
  }
  return undefined;
}

export function addressOf({ mimeType, encoding, data }: MediaBlock): string {
  return encoding === 'url' ? data : `data:${mimeType};base64,${data}`;
}

/** Chat knows two formats, and some servers more; `audio/mpeg` is the only type whose format has another name. */
function audioFormat(type: string): string {
  const name = type.slice('audio/'.length).replace(/^x-/, '');
  if (name === 'wave') return 'wav';
  return name === 'mpeg' ? 'mp3' : name;
}
