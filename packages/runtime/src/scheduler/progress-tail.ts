/** The end of what a tool has said so far, in bounded memory. */
import { limitPartial } from './limit-output.ts';

export interface ProgressTail {
  add(text: string): void;
  /** Undefined when nothing was said. */
  text(): string | undefined;
}

export function createProgressTail(limit: number): ProgressTail {
  let tail = '';
  let left = 0;
  return {
    add(text) {
      tail += text;
      // Not at every piece: cutting costs as much as what is kept.
      if (tail.length <= 2 * limit + 1_000) return;
      left += tail.length - limit;
      tail = tail.slice(tail.length - limit);
    },
    text: () => (tail === '' ? undefined : limitPartial(tail, left, limit)),
  };
}
