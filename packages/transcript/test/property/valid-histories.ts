/** Histories in which everything is in its order: as providers with different habits write them, and as we store them. */
import fc from 'fast-check';
import { type Content, importContents, type Speaker } from '../../src/index.ts';
import { mark } from './marks.ts';
import { readable } from './readable.ts';

interface Round {
  readonly thought: boolean;
  readonly said: boolean;
  readonly calls: number;
  readonly apart: boolean;
}

interface Turn {
  readonly rounds: readonly Round[];
  readonly answered: boolean;
}

/** How a provider that keeps to its own rules writes ids; half of them repeat theirs in every round, or have none. */
export const idHabits = {
  distinct: (serial: number, _index: number): string | undefined => `call_${serial}`,
  'by index': (_serial: number, index: number): string | undefined => `functions.read:${index}`,
  'all the same': (): string | undefined => 'call_0',
  empty: (): string | undefined => '',
  missing: (): string | undefined => undefined,
} as const;

export type IdHabit = keyof typeof idHabits;

const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.record({
    rounds: fc.array(
      fc.record({
        thought: fc.boolean(),
        said: fc.boolean(),
        calls: fc.integer({ min: 1, max: 3 }),
        apart: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    answered: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

function orderly(list: readonly Turn[], habit: IdHabit, keyed: boolean): readonly Content[] {
  const raw: unknown[] = [];
  let serial = 0;
  const add = (turn: number, speaker: Speaker, blocks: readonly object[]): void => {
    const written = speaker === 'ai' ? { provider: 'anthropic', model: 'claude' } : {};
    raw.push({ speaker, blocks, metadata: { ...written, ...(keyed ? { turnId: `t${turn}` } : {}) } });
  };
  for (const [turn, { rounds, answered }] of list.entries()) {
    add(turn, 'human', [{ type: 'text', text: mark('said', `${raw.length}.0`) }]);
    for (const { thought, said, calls, apart } of rounds) {
      const ids = Array.from({ length: calls }, (_, index) => idHabits[habit](serial + index, index));
      const place = (at: number): string => `${raw.length}.${at}`;
      const seal = { provider: 'anthropic', model: 'claude', value: `seal ${raw.length}`, field: 'signature' };
      const spoken = [
        ...(thought ? [{ type: 'thinking', thought: mark('thought', place(8)), seal }] : []),
        ...(said ? [{ type: 'text', text: mark('said', place(9)) }] : []),
      ];
      const named = (id: string | undefined, field: string): object => (id === undefined ? {} : { [field]: id });
      add(turn, 'ai', [
        ...spoken,
        ...ids.map((id, at) => ({
          type: 'tool_call',
          ...named(id, 'id'),
          name: 'read',
          parameters: { path: mark('args', place(at)) },
        })),
      ]);
      const answers = ids.map((id, at) => ({
        type: 'tool_response',
        ...named(id, 'callId'),
        toolName: 'read',
        result: mark('result', place(at)),
        isComplete: true,
      }));
      if (apart) for (const one of answers) add(turn, 'tool', [one]);
      else add(turn, 'tool', answers);
      serial += calls;
    }
    if (answered) add(turn, 'ai', [{ type: 'text', text: mark('said', `${raw.length}.0`) }]);
  }
  return readable(raw);
}

/** Everything in its order, every call answered at once and in order; only the ids are as the provider's habit has them. */
export const orderlyHistory: fc.Arbitrary<readonly Content[]> = fc
  .tuple(turns, fc.constantFrom<IdHabit>('distinct', 'by index', 'all the same', 'empty', 'missing'), fc.boolean())
  .map(([list, habit, keyed]) => orderly(list, habit, keyed));

/** Histories as our runtime stores them: canonical ids, every turn named, nothing to repair. */
export const validHistory: fc.Arbitrary<readonly Content[]> = orderlyHistory.map(importContents);
