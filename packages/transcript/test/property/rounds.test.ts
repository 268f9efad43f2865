/** Rounds of one turn do not take each other's results, whatever an earlier one left open (decision 21). */
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { importContents, render } from '../../src/index.ts';
import { type Group, ownersIn, roundsHistory } from './rounds.ts';

/** Two calls of one name and one id are told apart by order alone, where more than one reading is right. */
const isClear = ({ calls }: Group): boolean => new Set(calls.map(({ name }) => name)).size === calls.length;

test(
  'REQ-915-022: every result goes to the call of its round: by id, then by name, then by position',
  () => {
    holds(roundsHistory, 2000, ({ history, groups }) => {
      for (const contents of [history, importContents(history)]) {
        const given = new Map(
          render(contents, { policy: { onFault: 'throw' } })
            .transcript.interactions()
            .flatMap(({ call, completion }) =>
              completion.kind === 'real' ? [[completion.result, call.parameters['number']] as const] : [],
            ),
        );
        for (const group of groups) {
          const found = group.results.flatMap(({ words }) =>
            words === undefined ? [] : [[words, given.get(words)] as const],
          );
          if (isClear(group)) expect(new Map(found)).toEqual(ownersIn(group));
          else for (const [, number] of found) expect(group.calls.map((call) => call.number)).toContain(number);
        }
      }
    });
  },
  patience,
);
