/**
 * The proof type. Only `render` can create one: the class is not exported from the package, and its private fields cannot be
 * imitated. A `RenderedTranscript` always has valid tool interactions.
 */
import type { Interaction, Step } from './step.ts';

export interface RenderedTranscript {
  readonly length: number;
  readonly steps: readonly Step[];
  at(index: number): Step | undefined;
  interactions(): readonly Interaction[];
  toJSON(): { readonly steps: readonly Step[] };
  readonly [proof]: true;
}

declare const proof: unique symbol;

/**
 * A fixed-length view of an array that only grows at its end, so that a turn can be appended to a long transcript
 * without copying it, and transcripts handed out before stay as they were.
 */
class Transcript {
  declare readonly [proof]: true;
  readonly #all: readonly Step[];
  readonly length: number;
  #steps: readonly Step[] | undefined;

  constructor(all: readonly Step[], length: number) {
    this.#all = all;
    this.length = length;
  }

  get steps(): readonly Step[] {
    this.#steps ??= this.#all.slice(0, this.length);
    return this.#steps;
  }

  at(index: number): Step | undefined {
    return index < this.length ? this.#all[index] : undefined;
  }

  interactions(): readonly Interaction[] {
    const found: Interaction[] = [];
    for (let index = 0; index < this.length; index += 1) {
      const step = this.#all[index];
      if (step?.kind !== 'ai') continue;
      for (const block of step.blocks) if (block.type === 'interaction') found.push(block);
    }
    return found;
  }

  toJSON(): { readonly steps: readonly Step[] } {
    return { steps: this.steps };
  }

  static holds(value: unknown): boolean {
    return typeof value === 'object' && value !== null && #all in value;
  }
}

/** For `renderer.ts` only (enforced by the architecture test). */
export function mint(all: readonly Step[], length: number): RenderedTranscript {
  return new Transcript(all, length);
}

/** The same proof for callers without types: false for anything that `render` did not create. */
export function isRendered(value: unknown): value is RenderedTranscript {
  return Transcript.holds(value);
}
