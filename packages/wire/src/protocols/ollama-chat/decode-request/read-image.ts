/** A picture of a request: base64, or what clients of other APIs have in its place, an address or a data address. */
import type { MediaBlock } from '@interlock/transcript';
import { imageType } from '../image-type.ts';

export function readImage(text: string): MediaBlock | undefined {
  if (text === '') return undefined;
  if (/^https?:/.test(text)) return { type: 'media', mimeType: 'image/jpeg', data: text, encoding: 'url' };
  const head = dataUrl.exec(text);
  const data = text.slice(head?.[0].length ?? 0);
  return { type: 'media', mimeType: head?.[1] || imageType(data), data, encoding: 'base64' };
}

const dataUrl: RegExp = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;
