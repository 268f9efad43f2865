/** Text as a content block: none at all for a text that says nothing, since an empty block is refused (ANT-027, ANT-028). */
import type { JsonObject } from '@interlock/transcript';
import { isBlank } from '../../../shape/is-blank.ts';

export function textBlock(text: string): JsonObject | undefined {
  return isBlank(text) ? undefined : { type: 'text', text };
}

/** The same, beside other blocks. */
export function textBlocks(text: string): readonly JsonObject[] {
  const block = textBlock(text);
  return block === undefined ? [] : [block];
}
