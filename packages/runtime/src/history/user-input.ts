/** The user's input: text, or blocks with text and media. */
import type { Content, MediaBlock, TextBlock } from '@interlock/transcript';

export type Input = string | readonly (TextBlock | MediaBlock)[];

export function humanContent(input: Input, turnId: string): Content {
  const blocks = typeof input === 'string' ? [{ type: 'text', text: input } as const] : input;
  return { speaker: 'human', blocks, metadata: { turnId } };
}

/** Media appear by their type. */
export function inputText(input: Input): string {
  if (typeof input === 'string') return input;
  return input.map((block) => (block.type === 'text' ? block.text : `[${block.mimeType}]`)).join('\n\n');
}
