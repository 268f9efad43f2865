/** Interprets a paste: an image, a text so long that a label replaces it, or text like typed text. */
import type { MediaBlock } from '@interlock/transcript';
import { typedText } from './draft.ts';
import type { EditAction } from './edit.ts';
import type { Attachment } from './editor.ts';

const maxLines = 10;
const maxCharacters = 1_000;
/** About ten megabytes in base64. */
const maxDataLength = 14_000_000;

/** `readMedia`: reads the image or document at a pasted path. Undefined: there is none. */
export function actionOfPaste(pasted: string, readMedia: (path: string) => MediaBlock | undefined): EditAction {
  const media = mediaOfData(pasted) ?? mediaOfPath(pasted, readMedia);
  if (media !== undefined) return { do: 'attach', attachment: pastedMedia(media) };
  const text = typedText(pasted);
  const lines = text.split('\n').length;
  if (lines <= maxLines && text.length <= maxCharacters) return { do: 'insert', text };
  return { do: 'attach', attachment: pastedText(text) };
}

export function pastedMedia(block: MediaBlock): Attachment {
  const what = block.mimeType.startsWith('image/') ? 'image' : 'file';
  const label = block.filename === undefined ? `[${what}]` : `[${what} ${block.filename}]`;
  return { kind: 'media', label: oneLine(label), block };
}

export function pastedText(text: string): Attachment {
  const lines = text.split('\n').length;
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
  return { kind: 'text', label: `[pasted ${size}]`, text };
}

function mediaOfData(pasted: string): MediaBlock | undefined {
  const text = pasted.trim();
  if (!text.startsWith('data:') || text.length > maxDataLength) return undefined;
  const head = /^data:(image\/(?:png|jpeg|gif|webp)|application\/pdf);base64,/.exec(text);
  const mimeType = head?.[1];
  if (head === null || mimeType === undefined) return undefined;
  const data = text.slice(head[0].length).replaceAll(/\s/g, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? { type: 'media', mimeType, data, encoding: 'base64' } : undefined;
}

/** Terminals paste a dropped file as its path, quoted in one way or another. */
function mediaOfPath(pasted: string, readMedia: (path: string) => MediaBlock | undefined): MediaBlock | undefined {
  const text = pasted.trim();
  if (text.length > 4_096 || /[\r\n]/.test(text)) return undefined;
  if (!/\.(png|jpe?g|gif|webp|pdf)['"]?$/i.test(text)) return undefined;
  return readMedia(unquoted(text));
}

function unquoted(text: string): string {
  const inside = /^'(.*)'$/.exec(text)?.[1] ?? /^"(.*)"$/.exec(text)?.[1];
  if (inside !== undefined) return inside;
  if (text.startsWith('file://')) {
    try {
      return decodeURIComponent(text.replace(/^file:\/\/(localhost)?/, ''));
    } catch {
      return text;
    }
  }
  return text.replaceAll(/\\(.)/g, '$1');
}

function oneLine(label: string): string {
  return label.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ');
}
