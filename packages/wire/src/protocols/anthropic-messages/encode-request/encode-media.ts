/** Pictures and documents as content blocks; a medium that has no block of its own is said in words. */
import type { JsonObject, MediaBlock } from '@interlock/transcript';
import { spokenText } from '../../../shape/spoken-text.ts';
import { textBlocks } from './encode-text.ts';

const pictures: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export function encodeMedia(block: MediaBlock): readonly JsonObject[] {
  const type = mediaType(block);
  if (block.encoding === 'text' || block.data === '') return textBlocks(spokenText(block));
  if (type === 'application/pdf') return [pdf(block)];
  const isPicture = block.encoding === 'url' ? type.startsWith('image/') : pictures.includes(type);
  if (!isPicture) return textBlocks(spokenText(block));
  // There is no field for what a picture is said to show, so the words stand before it.
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
