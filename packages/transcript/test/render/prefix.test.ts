/** Bytes already sent change for only three reasons; each is reported, and prefix-bound seals after it become invalid (ANT-054). */
import { type Content, compact, type DiagnosticEvent, Ledger, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, by, call, failure, human, thinking, tool } from '../history.ts';

const bound = (thought: string): ReturnType<typeof thinking> =>
  thinking(thought, { seal: { provider: 'anthropic', value: `sig-${thought}`, prefix: `over-${thought}` } });
const sealed = (history: readonly Content[], options: Parameters<typeof render>[1] = {}): readonly string[] =>
  render(history, options).transcript.steps.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'thinking' && block.seal !== undefined ? [block.thought] : [])),
  );
const changes = (history: readonly Content[], options: Parameters<typeof render>[1] = {}): readonly DiagnosticEvent[] =>
  render(history, options).diagnostics.events.filter(({ kind }) => kind === 'prefix-changed');

const a = 'hist_tool_a';

describe('a real result for a call that was already sent', () => {
  const late = [
    human('q'),
    ai(bound('t1'), call(a)),
    human('go on'),
    ai(bound('t2'), 'x'),
    tool(answer(a, 1)),
    ai(bound('t3'), 'y'),
  ];

  test('names the first changed step', () => {
    expect(changes(late)).toEqual([
      { kind: 'prefix-changed', cause: 'late-result', step: 1, fault: 'none', callIds: [a], at: '$[1]' },
    ]);
  });

  test('invalidates the seals written in between, not those before and after', () => {
    expect(sealed(late)).toEqual(['t1', 't3']);
  });

  test('changes nothing if the result arrived before the model continued', () => {
    const prompt = [human('q'), ai(bound('t1'), call(a)), human('wait'), tool(answer(a, 1)), ai(bound('t2'), 'x')];
    expect(changes(prompt)).toEqual([]);
    expect(sealed(prompt)).toEqual(['t1', 't2']);
  });

  test('does not show a synthetic closure that arrives late: it would change bytes and add no information', () => {
    const closed = [
      human('q'),
      ai(call(a)),
      human('go on'),
      ai('x'),
      tool(failure(a, 'Stopped.', { synthetic: 'cancelled' })),
    ];
    expect(changes(closed)).toEqual([]);
    expect(render(closed).transcript.steps).toEqual(render(closed.slice(0, 4)).transcript.steps);
  });

  test('a late result in the ledger invalidates all seals after the call, because its time is unknown', () => {
    const ledger = new Ledger();
    ledger.complete(a, 1);
    const open = [human('q'), ai(bound('t1'), call(a)), human('go on'), ai(bound('t2'), 'x')];
    expect(sealed(open, { ledger })).toEqual(['t1']);
    expect(changes(open, { ledger })).toMatchObject([{ cause: 'late-result', step: 1, callIds: [a] }]);
  });
});

test('keeping only the last turn’s reasoning drops the thinking of ended turns', () => {
  const policy = { reasoning: 'last-turn' } as const;
  const history = [human('q'), ai(bound('t1'), 'x'), human('r'), ai(bound('t2'), call(a)), tool(answer(a, 1))];
  expect(sealed(history, { policy })).toEqual(['t2']);
  expect(changes(history, { policy })).toMatchObject([{ cause: 'reasoning-policy', step: 1 }]);
  expect(changes(history.slice(0, 2), { policy })).toEqual([]);
});

test('compaction invalidates the seals of the kept part, and no later ones', () => {
  const history = [human('q'), ai('x'), by({ turnId: 't2' }, human('r')), ai(bound('t1'), 'y')];
  const after = [...compact(history, 2, [{ type: 'text', text: '[summary]' }]), human('s'), ai(bound('t2'), 'z')];
  expect(sealed(after)).toEqual(['t2']);
  expect(changes(after)).toMatchObject([{ cause: 'compaction', step: 0 }]);
});

test('keeps seals that are not bound to their prefix', () => {
  const free = thinking('t2', { seal: { provider: 'google', value: 's' } });
  expect(sealed([human('q'), ai(call(a)), human('go on'), ai(free, 'x'), tool(answer(a, 1))])).toEqual(['t2']);
});
