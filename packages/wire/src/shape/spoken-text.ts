/** What a block says in a place where only text is allowed. */
import { type MediaBlock, mediaPlaceholder, type SpokenBlock } from '@interlock/transcript';
import type { TextPart } from './message.ts';
import { fileContent } from './text-file.ts';
import { fencedCode, fileText } from './texts.ts';

/** A text that no token belongs to is a part as it is: most of a history is handed on without a copy. */
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
      return mediumText(block) ?? placeholder(block);
  }
}

/** What is written in a file, under its name; undefined where that is nothing a text could say. */
export function mediumText(block: MediaBlock): string | undefined {
  const content = fileContent(block);
  return content === undefined ? undefined : fileText(block.filename, content);
}

/** An address is worth more than a remark that something was there. */
function placeholder(block: MediaBlock): string {
  const text = mediaPlaceholder(block);
  return block.encoding === 'url' && block.data !== '' ? `${text} ${block.data}` : text;
}

/** Whether a text says nothing: whitespace alone is refused by some targets and read by none (ANT-028). */
export function isBlank(text: string): boolean {
  // Most texts begin with a letter: asking that first costs no copy.
  return !(text.charCodeAt(0) > lastControl && text.charCodeAt(0) < firstBeyondAscii) && text.trim() === '';
}

const lastControl = 0x20;
const firstBeyondAscii = 0x80;
