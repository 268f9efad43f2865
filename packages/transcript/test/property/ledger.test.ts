/** The ledger's writes may come in any order and any number; what really happened always stays. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { completionState, Ledger, type LedgerEntry, rebuildLedger, render } from '../../src/index.ts';
import { expectSame } from './compare.ts';
import { anyHistory } from './histories.ts';
import { answersOf, bestOf, isLone, isUndisputed, look } from './oracle.ts';
import { anyPolicy } from './policies.ts';
import { anyWrites, apply, isReal, type Write } from './writes.ts';

function ledgerOf(writes: readonly Write[]): Ledger {
  const ledger = new Ledger();
  for (const write of writes) apply(ledger, write);
  return ledger;
}

const textOf = (ledger: Ledger): string => JSON.stringify(ledger);

/** Another order of the writes in which those to one call keep theirs. */
function interleave(writes: readonly Write[], order: readonly number[]): readonly Write[] {
  const queues = [...Map.groupBy(writes, ({ id }) => id).values()].map((queue) => [...queue]);
  const picked = order.flatMap((pick) => queues[pick % Math.max(1, queues.length)]?.shift() ?? []);
  return [...picked, ...queues.flat()];
}

test(
  'writes to different calls commute',
  () => {
    holds(fc.tuple(anyWrites, fc.array(fc.nat({ max: 5 }), { maxLength: 12 })), 500, ([writes, order]) => {
      expectSame(textOf(ledgerOf(interleave(writes, order))), textOf(ledgerOf(writes)));
    });
  },
  patience,
);

test(
  'a repeated write changes nothing, not even the revision',
  () => {
    holds(anyWrites, 500, (writes) => {
      const once = ledgerOf(writes);
      for (const repeated of [writes.flatMap((write) => [write, write]), [...writes, ...writes]]) {
        const twice = ledgerOf(repeated);
        expectSame(textOf(twice), textOf(once));
        expect(twice.revision).toBe(once.revision);
      }
    });
  },
  patience,
);

test(
  'a closure before, between or after real outcomes of its call makes no difference',
  () => {
    holds(anyWrites, 500, (writes) => {
      const settled = new Set(writes.filter(isReal).map(({ id }) => id));
      const unclosed = writes.filter(({ id, does }) => does !== 'close' || !settled.has(id));
      expectSame(textOf(ledgerOf(writes)), textOf(ledgerOf(unclosed)));
    });
  },
  patience,
);

test(
  'a call may be opened before or after the rest is written',
  () => {
    holds(anyWrites, 500, (writes) => {
      const isOpen = ({ does }: Write): boolean => does === 'open';
      const openedFirst = [...writes.filter(isOpen), ...writes.filter((write) => !isOpen(write))];
      const openedLast = [...writes.filter((write) => !isOpen(write)), ...writes.filter(isOpen)];
      const known = ({ id, name, parameters, state, result, error, partial }: LedgerEntry) =>
        JSON.stringify({ id, name, parameters, state, result, error, partial });
      const all = (list: readonly Write[]) => ledgerOf(list).toJSON().entries.map(known);
      expectSame(all(openedFirst), all(writes));
      expectSame(all(openedLast), all(writes));
    });
  },
  patience,
);

/** The expected entry of one call, derived from the list of writes. */
function expected(writes: readonly Write[]): object {
  const real = writes.find(isReal);
  if (real?.does === 'complete') return { state: 'complete', error: undefined, partial: undefined };
  if (real?.does === 'fail') return { state: 'error', error: real.error, partial: undefined };
  const closed = writes.find(({ does }) => does === 'close');
  if (closed?.does === 'close') return { state: closed.reason, error: undefined, partial: closed.partial };
  const state = writes.some(({ does }) => does === 'start') ? 'running' : 'pending';
  return { state, error: undefined, partial: undefined };
}

test(
  'the first real outcome wins, otherwise the first closure; a synthetic outcome never replaces a real one',
  () => {
    holds(anyWrites, 500, (writes) => {
      const ledger = ledgerOf(writes);
      for (const [id, own] of Map.groupBy(writes, (write) => write.id)) {
        const { state, error, partial } = ledger.get(id) ?? {};
        expectSame({ state, error, partial }, expected(own));
      }
      expect(ledger.size).toBe(new Set(writes.map(({ id }) => id)).size);
    });
  },
  patience,
);

test(
  'a ledger that was stored and loaded equals the original and accepts the same writes',
  () => {
    holds(fc.tuple(anyWrites, anyWrites), 500, ([writes, later]) => {
      const ledger = ledgerOf(writes);
      const loaded = Ledger.from(JSON.parse(JSON.stringify(ledger)));
      expectSame(loaded.toJSON(), ledger.toJSON());
      for (const write of later) {
        apply(ledger, write);
        apply(loaded, write);
      }
      expectSame(textOf(loaded), textOf(ledger));
    });
  },
  patience,
);

test(
  'REQ-915-046: a ledger rebuilt from the history alone renders the same steps as no ledger',
  () => {
    holds(fc.tuple(anyHistory, anyPolicy), 300, ([history, policy]) => {
      const { steps } = render(history, { policy }).transcript;
      expectSame(render(history, { policy, ledger: rebuildLedger(history) }).transcript.steps, steps);
    });
  },
  patience,
);

test(
  'REQ-915-048: a rebuilt ledger has the state of the best answer of each call',
  () => {
    // Calls are found by their number.
    const countable = anyHistory.filter((history) => look(history).calls.every(({ copy }) => copy !== 'maybe'));
    holds(countable, 300, (history) => {
      const seen = look(history);
      const ids = render(history)
        .transcript.interactions()
        .map(({ call }) => call.id);
      const ledger = rebuildLedger(history);
      const anyNameless = seen.answers.some(({ id }) => id === '');
      for (const [at, call] of seen.calls.entries()) {
        const answers = answersOf(call, seen);
        if (answers === undefined || anyNameless || !isUndisputed(call, answers, seen) || isLone(call, seen)) continue;
        const best = bestOf(answers);
        if (best?.worth === 1 && best.content !== call.content + 1) continue; // the model never read that closure
        const { synthetic } = best?.block ?? {};
        const closed = synthetic === 'lost' ? 'pending' : synthetic;
        const state = closed ?? (best === undefined ? 'pending' : completionState(best.block));
        expect(ledger.get(ids[at] ?? '')?.state).toBe(state);
      }
    });
  },
  patience,
);
