/** Which media a target takes where. What it does not take is said by a placeholder, never dropped. */
import type { MediaBlock } from '@interlock/transcript';
import type { MediaKind, Traits } from '../traits.ts';

export type MediaPlace = 'user' | 'results' | 'model';

export function mediaKindOf({ mimeType }: MediaBlock): MediaKind | undefined {
  const type = mimeType.toLowerCase();
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  return type === 'application/pdf' ? 'pdf' : undefined;
}

/** Pictures every target with eyes can decode; others (svg, tiff, heic) are refused by all of them. */
const pictures: readonly string[] = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp'];

export function takesMedia({ media }: Traits, place: MediaPlace, block: MediaBlock): boolean {
  const kind = mediaKindOf(block);
  if (kind === undefined || !(media[place] ?? []).includes(kind) || block.data === '') return false;
  if (kind === 'image' && !pictures.includes(block.mimeType.toLowerCase())) return false;
  if (block.encoding === 'url') {
    return media.urls && isWebAddress(block.data) && (kind !== 'pdf' || media.documents !== 'file');
  }
  return block.encoding === 'base64' && isBase64(block.data);
}

function isWebAddress(text: string): boolean {
  return text.startsWith('https://') || text.startsWith('http://');
}

/** A data URL or a path in place of base64 is refused by every provider; a look at the alphabet tells. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}
