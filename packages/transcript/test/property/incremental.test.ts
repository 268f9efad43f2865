/** A renderer that is fed in pieces ends where a full render does, and takes nothing back that it handed out. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import {
  type Content,
  importContents,
  Ledger,
  type PolicyOptions,
  type RenderedTranscript,
  Renderer,
  render,
} from '../../src/index.ts';
import { expectSame } from './compare.ts';
import { anyHistory } from './histories.ts';
import { anyPolicy } from './policies.ts';
import { validHistory } from './valid-histories.ts';
import { apply, type Write, writeTo } from './writes.ts';

/** Indexes that divide a history into chunks; chunks beyond its end are empty. */
const cuts = fc.array(fc.nat({ max: 12 }), { maxLength: 5 });

function chunksOf(history: readonly Content[], at: readonly number[]): readonly (readonly Content[])[] {
  const edges = [0, ...at.toSorted((a, b) => a - b), history.length];
  return edges.slice(1).map((end, index) => history.slice(edges[index], end));
}

const ledgerIds = (history: readonly Content[]): readonly string[] => {
  const named = importContents(history).flatMap(({ blocks }) =>
    (blocks ?? []).flatMap((block) => {
      if (block.type === 'tool_call') return [block.id];
      return block.type === 'tool_response' ? [block.callId] : [];
    }),
  );
  return [...new Set(named), 'hist_tool_elsewhere'];
};

interface Scenario {
  readonly history: readonly Content[];
  readonly policy: PolicyOptions;
  readonly chunks: readonly (readonly Content[])[];
  /** The writes to the ledger after each chunk; later chunks have none. */
  readonly writes: readonly (readonly Write[])[];
}

/** Written as numbers, which stand for the ids of whatever history comes with them: so each shrinks on its own. */
const slots = ['0', '1', '2', '3', '4', '5', '6', '7'] as const;
const writeLists = fc.array(fc.array(writeTo(slots), { maxLength: 3 }), { maxLength: 6 });

function toIds(lists: readonly (readonly Write[])[], history: readonly Content[]): readonly (readonly Write[])[] {
  const ids = ledgerIds(history);
  return lists.map((list) => list.map((write) => ({ ...write, id: ids[Number(write.id) % ids.length] ?? write.id })));
}

const scenario: fc.Arbitrary<Scenario> = fc
  .tuple(anyHistory, anyPolicy, cuts, writeLists)
  .map(([history, policy, at, lists]) => ({
    history,
    policy,
    chunks: chunksOf(history, at),
    writes: toIds(lists, history),
  }));

const plainScenario: fc.Arbitrary<Scenario> = fc
  .tuple(anyHistory, anyPolicy, cuts)
  .map(([history, policy, at]) => ({ history, policy, chunks: chunksOf(history, at), writes: [] }));

function expectSameInPieces(
  history: readonly Content[],
  chunks: readonly (readonly Content[])[],
  policy: PolicyOptions,
): void {
  const renderer = new Renderer({ policy });
  for (const chunk of chunks) {
    renderer.append(chunk);
    renderer.render();
  }
  const last = renderer.render();
  const full = render(history, { policy });
  expectSame(last.transcript.steps, full.transcript.steps);
  expectSame(last.diagnostics.events, full.diagnostics.events);
}

test(
  'rendering a history in pieces gives the steps and diagnostics of a full render',
  () => {
    holds(plainScenario, 400, ({ history, policy, chunks }) => {
      expectSameInPieces(history, chunks, policy);
    });
  },
  patience,
);

test(
  'so does rendering with a ledger that changes between the pieces',
  () => {
    holds(scenario, 400, ({ history, policy, chunks, writes }) => {
      const ledger = new Ledger();
      const renderer = new Renderer({ policy, ledger });
      for (const [at, chunk] of chunks.entries()) {
        renderer.append(chunk);
        for (const write of writes[at] ?? []) apply(ledger, write);
        renderer.render();
      }
      const last = renderer.render();
      const full = render(history, { policy, ledger: Ledger.from(ledger.toJSON()) });
      expectSame(last.transcript.steps, full.transcript.steps);
      expectSame(last.diagnostics.events, full.diagnostics.events);
    });
  },
  patience,
);

test(
  'a transcript never changes once returned, and `unchanged` counts the identical steps',
  () => {
    holds(scenario, 300, ({ policy, chunks, writes }) => {
      const ledger = new Ledger();
      const renderer = new Renderer({ policy, ledger });
      const given: { readonly transcript: RenderedTranscript; readonly text: string }[] = [];
      for (const [at, chunk] of chunks.entries()) {
        renderer.append(chunk);
        for (const write of writes[at] ?? []) apply(ledger, write);
        const { transcript, unchanged } = renderer.render();
        const before = given.at(-1)?.transcript;
        expect(unchanged).toBeLessThanOrEqual(Math.min(before?.length ?? 0, transcript.length));
        for (let step = 0; step < unchanged; step += 1) expect(transcript.at(step) === before?.at(step)).toBe(true);
        given.push({ transcript, text: JSON.stringify(transcript) });
      }
      for (const { transcript, text } of given) expectSame(JSON.stringify(transcript), text);
    });
  },
  patience,
);

test(
  'so does a long history, wherever it is divided',
  () => {
    const filler: readonly Content[] = Array.from({ length: 1500 }, (_, at) => ({
      speaker: 'system',
      blocks: [{ type: 'text', text: `filler ${at}` }],
    }));
    const long = fc.tuple(anyHistory, anyPolicy, fc.nat({ max: 8 }), fc.nat({ max: 1500 }), fc.nat({ max: 12 }));
    holds(long, 60, ([history, policy, at, early, late]) => {
      const whole = [...history.slice(0, at), ...filler, ...history.slice(at)];
      expectSameInPieces(whole, chunksOf(whole, [at + early, at + filler.length + late]), policy);
    });
  },
  patience,
);

test(
  'appending whole turns to a valid history leaves every earlier step unchanged',
  () => {
    holds(validHistory, 200, (history) => {
      const renderer = new Renderer({ policy: { onFault: 'throw' } });
      let before = 0;
      for (const turn of Map.groupBy(history, ({ metadata }) => metadata?.turnId).values()) {
        renderer.append(turn);
        const { transcript, unchanged } = renderer.render();
        expect(unchanged).toBe(before);
        before = transcript.length;
      }
    });
  },
  patience,
);
