/** Text as content blocks: none at all for a text that says nothing, since an empty block is refused (ANT-027, ANT-028). */
import type { JsonObject } from '@interlock/transcript';

export function textBlocks(text: string): readonly JsonObject[] {
  return isBlank(text) ? [] : [{ type: 'text', text }];
}

/** The same, added to others. */
export function addText(text: string, blocks: JsonObject[]): void {
  if (!isBlank(text)) blocks.push({ type: 'text', text });
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}
