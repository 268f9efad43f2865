/** What the user said at the beginning of each turn, as texts to choose from. */
import type { PastMessage } from '@interlock/runtime';

export interface PastText {
  readonly text: string;
  /** How many turns came before it. */
  readonly turns: number;
}

export function pastTexts(messages: readonly PastMessage[]): readonly PastText[] {
  return messages.flatMap(({ turns, content }) => {
    // Behind the first text come the files that it names.
    const text = content.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))[0] ?? '';
    return text === '' ? [] : [{ text, turns }];
  });
}
