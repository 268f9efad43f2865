/**
 * Histories in which ids decide nothing: the calls of a turn share one id, or have none. Results come in any order, some not at
 * all, some first as pending, under the right name, a wrong one, `unknown` or none, and with copies of the calls beside them.
 */
import fc from 'fast-check';
import type { Content } from '../../src/index.ts';
import { withCopies } from './copies.ts';
import { mark } from './marks.ts';
import { readable } from './readable.ts';

type Named = 'same' | 'none' | 'missing' | 'unknown' | 'wrong' | 'neighbour';

interface Result {
  readonly call: number;
  readonly named: Named;
  readonly pendingFirst: boolean;
  readonly apart: boolean;
}

interface Turn {
  readonly id: string | null | undefined;
  readonly names: readonly string[];
  readonly results: readonly Result[];
}

const result = (call: number): fc.Arbitrary<Result> =>
  fc.record({
    call: fc.constant(call),
    named: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Named>('same') },
      { weight: 2, arbitrary: fc.constantFrom<Named>('none', 'missing', 'unknown', 'wrong', 'neighbour') },
    ),
    pendingFirst: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    apart: fc.boolean(),
  });

const turn: fc.Arbitrary<Turn> = fc
  .tuple(
    fc.constantFrom<Turn['id']>('call_same', 'functions.read:0', 'hist_tool_same', '', null, undefined),
    fc.array(fc.constantFrom('read', 'write', 'list'), { minLength: 1, maxLength: 4 }),
  )
  .chain(([id, names]) =>
    fc
      .shuffledSubarray(names.map((_, at) => at))
      .chain((calls) => fc.tuple(...calls.map(result)))
      .chain((results) => fc.boolean().map((inOrder) => ({ id, names, results: inOrder ? sorted(results) : results }))),
  );

const sorted = (results: readonly Result[]): readonly Result[] => [...results].sort((a, b) => a.call - b.call);

const named = (id: Turn['id'], field: string): object => (id === undefined ? {} : { [field]: id });

function assemble(turns: readonly Turn[]): readonly Content[] {
  const raw: { readonly speaker: string; readonly blocks: object[] }[] = [];
  for (const { id, names, results } of turns) {
    const place = (at: number): string => `${raw.length}.${at}`;
    raw.push({ speaker: 'human', blocks: [{ type: 'text', text: mark('said', place(0)) }] });
    const parameters = (at: number): object => ({ path: mark('args', place(at)) });
    raw.push({
      speaker: 'ai',
      blocks: names.map((name, at) => ({ type: 'tool_call', ...named(id, 'id'), name, parameters: parameters(at) })),
    });
    raw.push({ speaker: 'tool', blocks: [] });
    for (const { call, named: how, pendingFirst, apart } of results) {
      const own = names[call] ?? '';
      const neighbour = names[(call + 1) % names.length] ?? '';
      const toolName = { same: own, none: '', missing: undefined, unknown: 'unknown', wrong: 'other', neighbour }[how];
      const about = { type: 'tool_response', ...named(id, 'callId'), ...named(toolName, 'toolName') };
      if (apart) raw.push({ speaker: 'tool', blocks: [] });
      const blocks = raw.at(-1)?.blocks ?? [];
      if (pendingFirst) blocks.push({ ...about, result: null, isComplete: false });
      blocks.push({ ...about, result: mark('result', place(blocks.length)) });
    }
  }
  return readable(raw);
}

export const lookalikeHistory: fc.Arbitrary<readonly Content[]> = fc
  .tuple(fc.array(turn, { minLength: 1, maxLength: 3 }), fc.array(fc.boolean(), { maxLength: 4 }))
  .map(([turns, copied]) => withCopies(assemble(turns), copied));
