/** Which media a target accepts where. Other media are sent as text or replaced by a placeholder, never dropped. */
import { type MediaBlock, standardBase64 } from '@interlock/transcript';
import type { MediaKind, Traits } from '../traits/traits.ts';
import { isTextFile } from './text-file.ts';

export type MediaLocation = 'user' | 'results' | 'model';

export function mediaKindOf(block: MediaBlock): MediaKind | undefined {
  const type = block.mimeType.toLowerCase();
  if (isTextFile(block)) return 'text';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  return type === 'application/pdf' ? 'pdf' : undefined;
}

/** Image formats that every target with vision can decode; all refuse others (tiff, heic). */
const pictures: readonly string[] = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp'];

/** The block with standard base64; undefined if the target does not accept it there. */
export function acceptedMedia({ media }: Traits, location: MediaLocation, block: MediaBlock): MediaBlock | undefined {
  if (block.encoding === 'url' && isGoogleFile(block.data)) {
    // Google knows the type of its own files, so theirs may be missing.
    return media.googleFiles === true && (media[location] ?? []).length > 0 ? block : undefined;
  }
  const kind = mediaKindOf(block);
  if (kind === undefined || !(media[location] ?? []).includes(kind) || block.data === '') return undefined;
  if (kind === 'image' && !pictures.includes(block.mimeType.toLowerCase())) return undefined;
  if (block.encoding === 'url') {
    const isAccepted = media.urls && isWebAddress(block.data) && (kind !== 'pdf' || media.documents !== 'file');
    return isAccepted ? block : undefined;
  }
  if (block.encoding !== 'base64') return undefined;
  const data = standardBase64(block.data);
  if (data === undefined) return undefined;
  return data === block.data ? block : { ...block, data };
}

function isGoogleFile(address: string): boolean {
  return address.startsWith('gs://') || /^https:\/\/generativelanguage\.googleapis\.com\/[^?#]*files\//.test(address);
}

function isWebAddress(text: string): boolean {
  return text.startsWith('https://') || text.startsWith('http://');
}
