/** Builds the steps of one entry: neighbouring blocks of one author become one step, empty steps never arise. */
import type { Metadata } from '../canonical/content.ts';
import type { AiBlock, SpokenBlock, Step, StepMetadata } from './step.ts';

/** What we put in does not join what was said around it: `restored` calls of the model, `noted` words for the user. */
export type Author = 'human' | 'system' | 'ai' | 'restored' | 'noted';

export class Draft {
  readonly steps: Step[] = [];
  readonly #metadata: StepMetadata;
  /** Blocks of the content itself: handed on as they are when every one of them goes into one step unchanged. */
  readonly #original: readonly unknown[];
  #author: Author | undefined;
  #blocks: AiBlock[] = [];
  #asides: string[] | undefined;

  constructor(metadata: StepMetadata, original: readonly unknown[]) {
    this.#metadata = metadata;
    this.#original = original;
  }

  add(author: Author, block: AiBlock): void {
    if (author !== this.#author) this.flush();
    this.#author = author;
    this.#blocks.push(block);
  }

  /** Text for the user turn before the step being built. */
  aside(author: Author, text: string): void {
    if (author !== this.#author) this.flush();
    this.#author = author;
    this.#asides ??= [];
    this.#asides.push(text);
  }

  /** The number the step being built will have among this entry's. */
  get next(): number {
    return this.steps.length + (this.#asides === undefined ? 0 : 1);
  }

  flush(): void {
    if (this.#asides !== undefined) {
      const blocks = this.#asides.map((text) => ({ type: 'text', text }) as const);
      this.steps.push({ kind: 'human', blocks, metadata: inserted(this.#metadata) });
      this.#asides = undefined;
    }
    if (this.#blocks.length > 0) {
      this.steps.push(this.#step());
      this.#blocks = [];
    }
    this.#author = undefined;
  }

  #step(): Step {
    switch (this.#author) {
      case 'human':
      case 'system':
        return { kind: this.#author, blocks: this.#unchanged() as readonly SpokenBlock[], metadata: this.#metadata };
      case 'noted':
        return { kind: 'human', blocks: this.#blocks as readonly SpokenBlock[], metadata: inserted(this.#metadata) };
      case 'restored':
        return { kind: 'ai', blocks: this.#blocks, metadata: inserted(this.#metadata) };
      default:
        return { kind: 'ai', blocks: this.#unchanged(), metadata: this.#metadata };
    }
  }

  /** The content's own array where it can stay; else a copy of just the right size, for it will be kept. */
  #unchanged(): readonly AiBlock[] {
    const blocks = this.#blocks;
    const same = blocks.length === this.#original.length && blocks.every((block, at) => block === this.#original[at]);
    return same ? (this.#original as readonly AiBlock[]) : blocks.slice();
  }
}

/** A step we add belongs to the turn, but no person and no model wrote it. */
function inserted({ turnId }: StepMetadata): StepMetadata {
  return { turnId, inserted: true };
}

/** The metadata of the content, with its turn. A cut is no longer of interest: its seals are gone from the steps. */
export function metadataOf(metadata: Metadata | undefined, turnId: string): StepMetadata {
  if (metadata?.prefixCut === undefined) return hasTurn(metadata, turnId) ? metadata : { ...metadata, turnId };
  const { prefixCut: _, ...rest } = metadata;
  return { ...rest, turnId };
}

function hasTurn(metadata: Metadata | undefined, turnId: string): metadata is StepMetadata {
  return metadata?.turnId === turnId;
}
