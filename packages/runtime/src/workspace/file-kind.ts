/** The type of a file by its first bytes: a name may be wrong, and a provider refuses an image with the wrong type. */
import { wideEncoding } from './text-encoding.ts';

export type FileKind =
  | { readonly type: 'text' }
  | { readonly type: 'media'; readonly mimeType: string }
  | { readonly type: 'binary'; readonly name: string };

/** How many bytes `fileKind` needs. */
export const kindSample: number = 8_192;

interface Signature {
  readonly at?: number;
  readonly bytes: string;
  readonly kind: FileKind;
}

const media = (mimeType: string): FileKind => ({ type: 'media', mimeType });
const binary = (name: string): FileKind => ({ type: 'binary', name });

/** `bytes` in Latin-1. */
const signatures: readonly Signature[] = [
  { bytes: '\x89PNG\r\n\x1a\n', kind: media('image/png') },
  { bytes: '\xff\xd8\xff', kind: media('image/jpeg') },
  { bytes: 'GIF87a', kind: media('image/gif') },
  { bytes: 'GIF89a', kind: media('image/gif') },
  { at: 8, bytes: 'WEBP', kind: media('image/webp') },
  { bytes: '%PDF-', kind: media('application/pdf') },
  { bytes: 'PK\x03\x04', kind: binary('a ZIP archive (or a document or package made as one)') },
  { bytes: '\x1f\x8b', kind: binary('gzip data') },
  { bytes: '7z\xbc\xaf\x27\x1c', kind: binary('a 7z archive') },
  { bytes: '\x28\xb5\x2f\xfd', kind: binary('zstd data') },
  { bytes: '\xfd7zXZ\0', kind: binary('xz data') },
  { bytes: '\x7fELF', kind: binary('an ELF executable or library') },
  { bytes: '\0asm', kind: binary('a WebAssembly module') },
  { bytes: 'SQLite format 3\0', kind: binary('an SQLite database') },
  { bytes: 'OggS', kind: binary('Ogg audio or video') },
  { at: 4, bytes: 'ftyp', kind: binary('MP4 audio, video or image') },
];

export function fileKind(start: Uint8Array): FileKind {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const found = signatures.find(({ at = 0, bytes: wanted }) => {
    return bytes.subarray(at, at + wanted.length).toString('latin1') === wanted;
  });
  if (found !== undefined && !(found.at === 8 && bytes.subarray(0, 4).toString('latin1') !== 'RIFF')) return found.kind;
  if (wideEncoding(start) !== undefined || !bytes.includes(0)) return { type: 'text' };
  return binary('binary data of an unknown kind');
}
