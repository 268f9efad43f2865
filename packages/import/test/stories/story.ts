/**
 * A conversation with any agent, before it is written in that agent's form. Every text, thought and result carries a mark that
 * occurs once, and every call the number of its result.
 */
import { mulberry32 } from '../../../../test/conformance/mulberry32.ts';

export type Step = UserStep | AnswerStep | CompactStep | RewindStep | NoteStep;

export interface UserStep {
  readonly kind: 'user';
  readonly text: string;
  readonly picture: boolean;
}

export interface AnswerStep {
  readonly kind: 'answer';
  readonly thought: string | undefined;
  readonly text: string;
  readonly calls: readonly Call[];
}

export interface Call {
  readonly id: string;
  readonly number: number;
  /** Undefined: the agent was killed before it was known. */
  readonly outcome: Outcome | undefined;
}

export interface Outcome {
  readonly kind: 'result' | 'error' | 'picture';
  readonly text: string;
}

/** Replaces the history with the summary, and the last turn if it is kept. */
export interface CompactStep {
  readonly kind: 'compact';
  readonly summary: string;
  readonly keepsTurn: boolean;
}

/** The turn that began with this step, and all after it, are taken back. */
export interface RewindStep {
  readonly kind: 'rewind';
  readonly to: number;
}

/** Something the agent itself puts into the conversation. It has no mark and must not come over. */
export interface NoteStep {
  readonly kind: 'note';
}

export type Story = readonly Step[];

/** The steps that an agent's format can express. */
export interface Abilities {
  readonly thoughts: boolean;
  readonly userPictures: boolean;
  readonly resultPictures: boolean;
  readonly errors: boolean;
  readonly compacts: 'keeping the turn' | 'keeping nothing' | 'either' | 'never';
  readonly rewinds: boolean;
  readonly notes: boolean;
}

/** Forms that can say all of it take this, and change what they cannot. */
export const everything: Abilities = {
  thoughts: true,
  userPictures: true,
  resultPictures: true,
  errors: true,
  compacts: 'either',
  rewinds: true,
  notes: true,
};

export const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

export type Dice = ReturnType<typeof diceOf>;

export function diceOf(seed: number): { chance(of: number): boolean; below(limit: number): number } {
  const next = mulberry32(seed);
  return { chance: (of) => next() < of, below: (limit) => Math.floor(next() * limit) };
}

export function storyOf(seed: number, abilities: Abilities): Story {
  return new Telling(diceOf(seed), abilities).tell();
}

class Telling {
  readonly #dice: Dice;
  readonly #can: Abilities;
  readonly #steps: Step[] = [];
  /** Indexes of the steps that start a turn which can be taken back. */
  #turns: number[] = [];
  #marks = 0;

  constructor(dice: Dice, can: Abilities) {
    this.#dice = dice;
    this.#can = can;
  }

  tell(): Story {
    const turns = 1 + this.#dice.below(6);
    for (let turn = 0; turn < turns; turn += 1) {
      if (this.#can.notes && this.#dice.chance(0.3)) this.#steps.push({ kind: 'note' });
      this.#tellTurn(this.#dice.chance(0.2));
      if (this.#can.rewinds && this.#turns.length > 0 && this.#dice.chance(0.2)) this.#rewind();
      else if (this.#can.compacts !== 'never' && this.#dice.chance(0.2)) this.#compact();
    }
    if (this.#steps.at(-1)?.kind === 'rewind') this.#tellTurn(false);
    return this.#steps;
  }

  #tellTurn(isKilled: boolean): void {
    this.#turns.push(this.#steps.length);
    const picture = this.#can.userPictures && this.#dice.chance(0.2);
    this.#steps.push({ kind: 'user', text: this.#mark('question'), picture });
    const rounds = this.#dice.below(4);
    for (let round = 0; round < rounds; round += 1) {
      const isLast = isKilled && round === rounds - 1;
      this.#steps.push(this.#answer(1 + this.#dice.below(3), isLast));
    }
    if (!isKilled) this.#steps.push(this.#answer(0, false));
  }

  #answer(calls: number, isKilled: boolean): AnswerStep {
    const thought = this.#can.thoughts && this.#dice.chance(0.5) ? this.#mark('thought') : undefined;
    const text = calls === 0 || this.#dice.chance(0.3) ? this.#mark('answer') : '';
    return { kind: 'answer', thought, text, calls: Array.from({ length: calls }, () => this.#call(isKilled)) };
  }

  #call(isKilled: boolean): Call {
    this.#marks += 1;
    const number = this.#marks;
    const isOpen = isKilled && this.#dice.chance(0.6);
    return { id: `call_${number}`, number, outcome: isOpen ? undefined : this.#outcome(number) };
  }

  #outcome(number: number): Outcome {
    const text = `[[result ${number}]] "quoted"\n\tof a call`;
    if (this.#can.errors && this.#dice.chance(0.2)) return { kind: 'error', text };
    return { kind: this.#can.resultPictures && this.#dice.chance(0.15) ? 'picture' : 'result', text };
  }

  #rewind(): void {
    const to = this.#turns[this.#dice.below(this.#turns.length)] ?? 0;
    this.#turns = this.#turns.filter((start) => start < to);
    this.#steps.push({ kind: 'rewind', to });
  }

  #compact(): void {
    const { compacts } = this.#can;
    const keepsTurn = compacts === 'either' ? this.#dice.chance(0.5) : compacts === 'keeping the turn';
    this.#steps.push({ kind: 'compact', summary: this.#mark('summary'), keepsTurn });
    this.#turns = [];
  }

  #mark(what: string): string {
    this.#marks += 1;
    return `[[${what} ${this.#marks}]] ${this.#dice.chance(0.2) ? 'a line\nand "another", 漢字 🙂' : 'a few words'}`;
  }
}

/** The steps that were not taken back, in order, with their numbers. */
export function pathOf(story: Story): readonly (readonly [number, Exclude<Step, RewindStep>])[] {
  let path: (readonly [number, Exclude<Step, RewindStep>])[] = [];
  story.forEach((step, at) => {
    if (step.kind === 'rewind') path = path.filter(([number]) => number < step.to);
    else path.push([at, step]);
  });
  return path;
}
