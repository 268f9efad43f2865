/** Builds the steps of one entry: neighbouring blocks of one author become one step, and no step is empty. */
import type { Metadata } from '../canonical/content.ts';
import type { AiBlock, SpokenBlock, Step, StepMetadata } from './step.ts';

/** Additions of ours are not merged with their neighbours: `restored` calls of the model, `noted` text for the user. */
export type Author = 'human' | 'system' | 'ai' | 'restored' | 'noted';

export class Draft {
  #metadata: StepMetadata = { turnId: '' };
  /** Blocks of the content itself: used as they are when all of them go into one step unchanged. */
  #original: readonly unknown[] = [];
  #author: Author | undefined;
  /** Reused for every step and copied to size; emptying it would only make it grow again. */
  readonly #buffer: AiBlock[] = [];
  #count = 0;
  #asides: string[] | undefined;
  #steps: Step[] = [];
  #first = 0;

  /** The steps of the entry are added to `steps`, after those of the entries before it. */
  begin(metadata: StepMetadata, original: readonly unknown[], steps: Step[]): void {
    this.#metadata = metadata;
    this.#original = original;
    this.#steps = steps;
    this.#first = steps.length;
  }

  add(author: Author, block: AiBlock): void {
    if (author !== this.#author) this.flush();
    this.#author = author;
    this.#buffer[this.#count] = block;
    this.#count += 1;
  }

  /** Text for the user turn before the current step. */
  aside(author: Author, text: string): void {
    if (author !== this.#author) this.flush();
    this.#author = author;
    this.#asides ??= [];
    this.#asides.push(text);
  }

  /** The number of the current step among this entry's. */
  get next(): number {
    return this.#steps.length - this.#first + (this.#asides === undefined ? 0 : 1);
  }

  flush(): void {
    if (this.#asides !== undefined) {
      const blocks = this.#asides.map((text) => ({ type: 'text', text }) as const);
      this.#steps.push({ kind: 'human', blocks, metadata: inserted(this.#metadata) });
      this.#asides = undefined;
    }
    if (this.#count > 0) {
      this.#steps.push(this.#step());
      this.#count = 0;
    }
    this.#author = undefined;
  }

  #step(): Step {
    switch (this.#author) {
      case 'human':
      case 'system':
        return { kind: this.#author, blocks: this.#blocks() as readonly SpokenBlock[], metadata: this.#metadata };
      case 'noted':
        return {
          kind: 'human',
          blocks: this.#blocks() as readonly SpokenBlock[],
          metadata: inserted(this.#metadata),
        };
      case 'restored':
        return { kind: 'ai', blocks: this.#blocks(), metadata: inserted(this.#metadata) };
      default:
        return { kind: 'ai', blocks: this.#blocks(), metadata: this.#metadata };
    }
  }

  /** The content's own array if unchanged, otherwise a copy. */
  #blocks(): readonly AiBlock[] {
    return this.#isOriginal() ? (this.#original as readonly AiBlock[]) : this.#buffer.slice(0, this.#count);
  }

  #isOriginal(): boolean {
    if (this.#count !== this.#original.length) return false;
    for (let at = 0; at < this.#count; at += 1) if (this.#buffer[at] !== this.#original[at]) return false;
    return true;
  }
}

/** A step we add belongs to the turn, but was not written by a user or a model. */
function inserted({ turnId }: StepMetadata): StepMetadata {
  return { turnId, inserted: true };
}

/** The metadata of the content, with its turn. Cuts are left out: seals they invalidate are already gone from the steps. */
export function metadataOf(metadata: Metadata | undefined, turnId: string): StepMetadata {
  if (metadata === undefined) return { turnId };
  if (metadata?.prefixCut === undefined) return hasTurn(metadata, turnId) ? metadata : { ...metadata, turnId };
  const { prefixCut: _, ...rest } = metadata;
  return { ...rest, turnId };
}

function hasTurn(metadata: Metadata | undefined, turnId: string): metadata is StepMetadata {
  return metadata?.turnId === turnId;
}
