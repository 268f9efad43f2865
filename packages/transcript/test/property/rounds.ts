/**
 * Turns of several rounds, made from the truth: each round's calls share an id, have none, or have their own, some are never
 * answered, and results come in any order under their call's name, a wrong one, `unknown` or none. A round says what each result's call is.
 */
import fc from 'fast-check';
import type { Block, Content } from '../../src/index.ts';

interface Made {
  readonly id: string;
  readonly name: string;
  readonly answered: boolean;
  readonly called: 'name' | 'none' | 'unknown' | 'wrong';
  readonly pendingFirst: boolean;
  readonly order: number;
}

/** Calls of one round that no id tells apart, and their results as they come. */
export interface Group {
  readonly calls: readonly { readonly name: string; readonly number: number }[];
  /** Without words: a pending one. */
  readonly results: readonly { readonly name: string; readonly words?: string }[];
}

export interface Rounds {
  readonly history: readonly Content[];
  readonly groups: readonly Group[];
}

const made: fc.Arbitrary<Made> = fc.record({
  id: fc.constantFrom('X', '', '', 'own'),
  name: fc.constantFrom('read', 'write', 'list', 'run'),
  answered: fc.boolean().chain((no) => (no ? fc.boolean() : fc.constant(true))),
  called: fc.constantFrom<Made['called']>('name', 'name', 'name', 'none', 'unknown', 'wrong'),
  pendingFirst: fc.boolean(),
  order: fc.nat(3),
});

const round: fc.Arbitrary<readonly Made[]> = fc.array(made, { minLength: 1, maxLength: 4 });

function assemble(turns: readonly (readonly (readonly Made[])[])[]): Rounds {
  const history: Content[] = [];
  const groups: Group[] = [];
  let number = 0;
  for (const rounds of turns) {
    history.push({ speaker: 'human', blocks: [{ type: 'text', text: 'go on' }] });
    for (const calls of rounds) {
      const numbered = calls.map((call, at) => {
        number += 1;
        // A round without any answer would be one batch with the next.
        const answered = call.answered || at === calls.length - 1;
        const toolName = { name: call.name, none: '', unknown: 'unknown', wrong: 'other' }[call.called];
        return { ...call, id: call.id === 'own' ? `own-${number}` : call.id, number, answered, toolName };
      });
      history.push({
        speaker: 'ai',
        blocks: numbered.map((call) => ({
          type: 'tool_call',
          id: call.id,
          name: call.name,
          parameters: { number: call.number },
        })),
      });
      const results = numbered.filter(({ answered }) => answered).sort((a, b) => a.order - b.order);
      const blocks = results.flatMap(({ id, number: of, toolName, pendingFirst }): readonly Block[] => {
        const about = { type: 'tool_response', callId: id, toolName } as const;
        const real = { ...about, result: `result ${of}` };
        return pendingFirst ? [{ ...about, result: null, isComplete: false }, real] : [real];
      });
      history.push({ speaker: 'tool', blocks });
      for (const id of new Set(numbered.map((call) => call.id)))
        groups.push({
          calls: numbered.filter((call) => call.id === id),
          results: results
            .filter((call) => call.id === id)
            .flatMap(({ toolName, number: of, pendingFirst }) => [
              ...(pendingFirst ? [{ name: toolName }] : []),
              { name: toolName, words: `result ${of}` },
            ]),
        });
    }
  }
  return { history, groups };
}

export const roundsHistory: fc.Arbitrary<Rounds> = fc
  .array(fc.array(round, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .map(assemble);

/**
 * The number of the call that each result belongs to: names first, then what is left in order. A pending one keeps its place, unless
 * there are more answers than calls.
 */
export function ownersIn({ calls, results }: Group): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  const nameOf = ({ name }: { readonly name: string }): string => name;
  for (const { name, words } of results) {
    const call = calls.find((one) => one.name === name);
    if (call !== undefined && words !== undefined) owners.set(words, call.number);
  }
  const open = calls.filter((call) => !results.map(nameOf).includes(call.name));
  const rest = results.filter(({ name }) => !calls.map(nameOf).includes(name));
  const inOrder = rest.length > open.length ? rest.filter(({ words }) => words !== undefined) : rest;
  for (const [at, { words }] of inOrder.entries()) if (words !== undefined) owners.set(words, open[at]?.number ?? -1);
  return owners;
}
