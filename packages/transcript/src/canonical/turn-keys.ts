/**
 * Assigns every content the key of its turn. Stored keys are kept; a history without keys is numbered from its start. Import
 * stores the result, so that later cuts and compactions do not renumber anything.
 */
import type { Content, Speaker } from './content.ts';

export class TurnKeys {
  readonly #taken = new Set<string>();
  #current = '';
  #ordinal = 0;
  #previous: Speaker | undefined;

  next(content: Content): string {
    const stored = content.metadata?.turnId;
    if (typeof stored === 'string' && stored !== '') {
      if (stored !== this.#current) this.#enter(stored);
    } else if (this.#startsTurn(content)) {
      this.#enter(this.#mint());
    }
    this.#previous = content.speaker === 'human' && !isMessage(content) ? 'tool' : content.speaker;
    return this.#current;
  }

  /** A turn runs from a user message through all its tool round trips to the next user message. */
  #startsTurn(content: Content): boolean {
    if (this.#current === '') return true;
    const spokenBefore = this.#previous === 'ai' || this.#previous === 'tool';
    return content.speaker === 'human' && spokenBefore && isMessage(content);
  }

  #enter(key: string): void {
    this.#current = key;
    this.#taken.add(key);
    this.#ordinal += 1;
  }

  #mint(): string {
    let number = this.#ordinal + 1;
    while (this.#taken.has(`turn-${number}`)) number += 1;
    return `turn-${number}`;
  }
}

/** Some agents send results as user messages: that is an answer, not a new message. */
function isMessage({ blocks }: Content): boolean {
  return (blocks ?? []).some((block) => block?.type !== 'tool_response');
}
