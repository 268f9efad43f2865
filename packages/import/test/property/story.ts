/**
 * A conversation as any agent might have had it, before it is written down in one agent's form: turns with parallel calls and results of
 * every kind, in any order; turns that were rewound; compactions; kills in the middle of calls. Every text and result has a mark
 * that is used only once.
 */
import fc from 'fast-check';

export type Outcome = 'text' | 'error' | 'picture' | 'none';

export interface StoryCall {
  readonly id: string;
  readonly name: string;
  /** In its arguments. */
  readonly mark: string;
  /** In its result; `none` has none. */
  readonly result: string;
  readonly outcome: Outcome;
}

export interface StoryRound {
  readonly thought: string | undefined;
  readonly text: string | undefined;
  readonly calls: readonly StoryCall[];
  /** The order in which results come: positions in `calls`. */
  readonly order: readonly number[];
}

export interface StoryTurn {
  readonly said: string;
  readonly rounds: readonly StoryRound[];
  /** Undefined: the program was killed in the last round. */
  readonly answer: string | undefined;
  /** Taken back by the user afterwards; never the last turn. */
  readonly rewound: boolean;
  /** Before the turn: how many of the last turns are kept word for word, and how an agent that has several kinds does it. */
  readonly compaction: { readonly kept: number; readonly kind: number; readonly summary: string } | undefined;
}

export interface Story {
  readonly turns: readonly StoryTurn[];
  /** For whatever a writer has to choose. */
  readonly seed: number;
}

const outcome: fc.Arbitrary<Outcome> = fc.constantFrom('text', 'text', 'text', 'error', 'picture');

const round = fc.record({
  thought: fc.boolean(),
  text: fc.boolean(),
  outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 }),
  order: fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }),
});

const turn = fc.record({
  rounds: fc.array(round, { maxLength: 3 }),
  rewound: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
  killed: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
  ran: fc.nat(3),
  compaction: fc.option(fc.record({ kept: fc.nat(2), kind: fc.nat(2) }), { freq: 3 }),
});

type RawTurn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

export const story: fc.Arbitrary<Story> = fc
  .record({ turns: fc.array(turn, { minLength: 1, maxLength: 6 }), seed: fc.nat() })
  .map(({ turns, seed }) => new Teller().tell(turns, seed));

/** Gives out marks and ids. */
class Teller {
  #said = 0;
  #results = 0;

  tell(turns: readonly RawTurn[], seed: number): Story {
    return { seed, turns: turns.map((raw, at) => this.#turn(raw, at, at === turns.length - 1)) };
  }

  #turn(raw: RawTurn, at: number, isLast: boolean): StoryTurn {
    const summary =
      raw.compaction === null || at === 0 ? undefined : { ...raw.compaction, summary: this.#say('summary') };
    const said = this.#say('question');
    const killed = raw.killed && raw.rounds.length > 0;
    const rounds = raw.rounds.map((each, index): StoryRound => {
      const cut = killed && index === raw.rounds.length - 1;
      const calls = each.outcomes.map((kind, position) =>
        this.#call(cut && position >= raw.ran ? 'none' : kind, position),
      );
      const order = calls.map((_, position) => position).sort((a, b) => (each.order[a] ?? 0) - (each.order[b] ?? 0));
      return {
        thought: each.thought ? this.#say('thought') : undefined,
        text: each.text ? this.#say('remark') : undefined,
        calls,
        order,
      };
    });
    const answer = killed ? undefined : this.#say('answer');
    return { said, rounds, answer, rewound: raw.rewound && !isLast, compaction: summary };
  }

  #call(kind: Outcome, position: number): StoryCall {
    this.#results += 1;
    const number = this.#results;
    const names = ['Read', 'Bash', 'exec_command', 'mcp__server__tool'];
    return {
      id: `toolu_${number}`,
      name: names[(number + position) % names.length] ?? 'Read',
      mark: `argument-${number}`,
      result: `[[result ${number}]]`,
      outcome: kind,
    };
  }

  #say(kind: string): string {
    this.#said += 1;
    return `${kind} [[said ${this.#said}]] with "quotes", \u2028 and 漢\n`;
  }
}

/** A picture of one pixel, of which no two are the same to a reader: its name is the mark. */
export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
