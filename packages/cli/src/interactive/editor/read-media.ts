/** The image or document in a file, recognized by its first bytes: names can be wrong. */
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { MediaBlock } from '@interlock/transcript';
import { homeFolder } from '../../config/home-folder.ts';

export const maxMediaBytes = 10_000_000;

const kinds: readonly { readonly mimeType: string; readonly begins: (bytes: Buffer) => boolean }[] = [
  { mimeType: 'image/png', begins: (bytes) => bytes.subarray(1, 4).toString('latin1') === 'PNG' },
  { mimeType: 'image/jpeg', begins: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 },
  { mimeType: 'image/gif', begins: (bytes) => bytes.subarray(0, 4).toString('latin1') === 'GIF8' },
  {
    mimeType: 'image/webp',
    begins: (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  },
  { mimeType: 'application/pdf', begins: (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-' },
];

/** Undefined: there is no such file, it is something else, or it is too large. */
export function readMedia(path: string, folder: string): MediaBlock | undefined {
  const file = resolve(folder, path.startsWith('~/') ? (homeFolder(process.env) ?? '~') + path.slice(1) : path);
  try {
    const { size } = statSync(file);
    // A pipe or a device may be endless.
    if (!statSync(file).isFile() || size > maxMediaBytes) return undefined;
    const bytes = readFileSync(file);
    const media = mediaOfBytes(bytes);
    return media === undefined ? undefined : { ...media, filename: basename(file) };
  } catch {
    return undefined;
  }
}

export function mediaOfBytes(bytes: Buffer): MediaBlock | undefined {
  const mimeType = kinds.find(({ begins }) => begins(bytes))?.mimeType;
  if (mimeType === undefined) return undefined;
  return { type: 'media', mimeType, data: bytes.toString('base64'), encoding: 'base64' };
}
