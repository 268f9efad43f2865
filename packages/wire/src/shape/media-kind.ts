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
  return block.encoding === 'base64' ? soundMedia(block, kind) : undefined;
}

function soundMedia(block: MediaBlock, kind: MediaKind): MediaBlock | undefined {
  const data = standardBase64(block.data);
  const mimeType = data === undefined ? undefined : shownType(block.mimeType, kind, data);
  if (data === undefined || mimeType === undefined) return undefined;
  return data === block.data && mimeType === block.mimeType ? block : { ...block, data, mimeType };
}

/**
 * The type as the bytes show it; undefined if they are no picture, or no PDF: a provider refuses the whole request for it, and for
 * ever.
 */
function shownType(mimeType: string, kind: MediaKind, data: string): string | undefined {
  const found = kind === 'image' || kind === 'pdf' ? typeOfBytes(data) : undefined;
  if (found === undefined) return mimeType;
  const isKind = found !== 'unknown' && (found === 'application/pdf') === (kind === 'pdf');
  if (!isKind) return undefined;
  return isSameType(mimeType, found) ? mimeType : found;
}

function isSameType(mimeType: string, found: string): boolean {
  return mimeType.toLowerCase().replace('image/jpg', 'image/jpeg') === found;
}

/** How files of each type begin. */
const beginnings: readonly (readonly [start: RegExp, mimeType: string])[] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xFF\xD8\xFF/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^[\s\S]{0,1023}%PDF-/, 'application/pdf'],
];
/** A header may come late in a PDF. */
const searched = 1032;
/** Of fewer bytes nothing can be said. */
const fewest = 8;

/** The type that the first bytes show; `unknown` if it is none of these, undefined if there are too few. */
function typeOfBytes(data: string): string | undefined {
  const start = atob(data.slice(0, Math.ceil(searched / 3) * 4));
  if (start.length < fewest) return undefined;
  return beginnings.find(([pattern]) => pattern.test(start))?.[1] ?? 'unknown';
}

function isGoogleFile(address: string): boolean {
  return address.startsWith('gs://') || /^https:\/\/generativelanguage\.googleapis\.com\/[^?#]*files\//.test(address);
}

function isWebAddress(text: string): boolean {
  return text.startsWith('https://') || text.startsWith('http://');
}
