/** A block as text, where only text is allowed. */
import { type MediaBlock, mediaPlaceholder, type SpokenBlock } from '@interlock/transcript';
import { fencedCode, fileText } from '../texts/model-texts.ts';
import type { TextPart } from './message.ts';
import { fileContent } from './text-file.ts';

/** A text without a token is used as it is: most of a history is not copied. */
export function isUnsealedText(block: SpokenBlock): block is SpokenBlock & TextPart {
  return block.type === 'text' && block.seal === undefined;
}

export function spokenText(block: SpokenBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'code':
      return fencedCode(block.code, block.language);
    case 'media':
      return mediaText(block) ?? placeholder(block);
  }
}

/** The content of a text file, under its caption and its name; undefined if it is not text. */
export function mediaText(block: MediaBlock): string | undefined {
  const content = fileContent(block);
  if (content === undefined) return undefined;
  const text = fileText(block.filename, content);
  return block.caption ? `${block.caption}\n${text}` : text;
}

/** A URL is more useful than a placeholder. */
function placeholder(block: MediaBlock): string {
  const text = mediaPlaceholder(block);
  return block.encoding === 'url' && block.data !== '' ? `${text} ${block.data}` : text;
}

/** Whether a text is blank: some targets refuse whitespace alone, and it has no meaning (ANT-028). */
export function isBlank(text: string): boolean {
  // Most texts start with a letter: checking that first needs no copy.
  return !(text.charCodeAt(0) > lastControl && text.charCodeAt(0) < firstBeyondAscii) && text.trim() === '';
}

const lastControl = 0x20;
const firstBeyondAscii = 0x80;
