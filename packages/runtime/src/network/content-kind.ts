/** Classifies content by its content type and its bytes. */

export type ContentKind = 'html' | 'text' | 'image' | 'unknown' | 'other';

const images: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const texts =
  /^text\/|[/+](json|xml|yaml|x-yaml|toml|x-toml|javascript|x-javascript|ecmascript|x-sh|x-ndjson|ndjson|jsonl|sql|graphql)$/;

/** `text/html; charset=utf-8` → `text/html`. */
export function mimeTypeOf(contentType: string): string {
  return (contentType.slice(0, 200).split(';')[0] ?? '').trim().toLowerCase();
}

export function kindOf(contentType: string): ContentKind {
  const type = mimeTypeOf(contentType);
  if (type === '') return 'unknown';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (images.includes(type)) return 'image';
  return texts.test(type) ? 'text' : 'other';
}

/** Detects the type from the bytes: a provider refuses an image with the wrong type, and with it the whole history. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  return /^RIFF[\s\S]{4}WEBP$/.test(start) ? 'image/webp' : undefined;
}

/** For content without a type. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 8_000);
  if (start.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}
