/** The user's message of each turn, to choose from. */
import type { PastMessage } from '@interlock/runtime';

export interface PastText {
  readonly text: string;
  /** Number of turns before it. */
  readonly turns: number;
}

export function pastTexts(messages: readonly PastMessage[]): readonly PastText[] {
  return messages.flatMap(({ turns, content }) => {
    // The first text is the message; attached files follow it.
    const text = content.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))[0] ?? '';
    return text === '' ? [] : [{ text, turns }];
  });
}
