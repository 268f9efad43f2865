/** Domain 10: a render explains itself, in events that name ids, places and reasons, and never a text. */
import { type Content, type DiagnosticEvent, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, failure, human, text, thinking, tool } from '../history.ts';

const a = 'hist_tool_a';
const b = 'hist_tool_b';

const explained: readonly { name: string; history: readonly Content[]; events: readonly DiagnosticEvent[] }[] = [
  {
    name: 'a valid history needs no diagnostics',
    history: [human('q'), ai(call(a)), tool(answer(a, 1)), ai('x')],
    events: [],
  },
  {
    name: 'REQ-915-039 a synthetic completion with its reason code',
    history: [human('q'), ai(call(a))],
    events: [
      {
        kind: 'synthesized',
        reason: 'lost',
        source: 'none',
        fault: 'canonical-corruption',
        callIds: [a],
        at: '$[1].blocks[0]',
      },
    ],
  },
  {
    name: 'REQ-915-039 a closure of our own is ordinary, and its source is the history',
    history: [human('q'), ai(call(a)), tool(failure(a, 'Stopped.', { synthetic: 'cancelled' }))],
    events: [
      {
        kind: 'synthesized',
        reason: 'cancelled',
        source: 'history',
        fault: 'none',
        callIds: [a],
        at: '$[1].blocks[0]',
      },
    ],
  },
  {
    name: 'REQ-915-039 each dedupe decision with what was kept and why',
    history: [
      human('q'),
      ai(call(a), call(b)),
      tool(failure(a, 'aborted'), failure(b, 'Stopped.', { synthetic: 'interrupted' }), answer(a, null)),
      tool(answer(a, 1), answer(b, 2), answer(b, 3)),
    ],
    events: [
      {
        kind: 'deduplicated',
        kept: '$[3].blocks[0]',
        why: 'result-over-error',
        fault: 'canonical-corruption',
        callIds: [a],
        at: '$[2].blocks[0]',
      },
      {
        kind: 'deduplicated',
        kept: '$[3].blocks[1]',
        why: 'real-over-synthetic',
        fault: 'canonical-corruption',
        callIds: [b],
        at: '$[2].blocks[1]',
      },
      {
        kind: 'deduplicated',
        kept: '$[3].blocks[0]',
        why: 'pending',
        fault: 'none',
        callIds: [a],
        at: '$[2].blocks[2]',
      },
      {
        kind: 'deduplicated',
        kept: '$[3].blocks[1]',
        why: 'first',
        fault: 'canonical-corruption',
        callIds: [b],
        at: '$[3].blocks[2]',
      },
    ],
  },
  {
    name: 'moved results, late and early, with their original places',
    history: [human('q'), tool(answer(a, 1)), ai(call(a), call(b)), human('x'), tool(answer(b, 2))],
    events: [
      {
        kind: 'moved',
        direction: 'early',
        from: '$[1].blocks[0]',
        fault: 'canonical-corruption',
        callIds: [a],
        at: '$[2].blocks[0]',
      },
      {
        kind: 'moved',
        direction: 'late',
        from: '$[4].blocks[0]',
        fault: 'canonical-corruption',
        callIds: [b],
        at: '$[2].blocks[1]',
      },
    ],
  },
  {
    name: 'a repair of a result or of a block beside it is reported at the place of that block',
    history: [human('q'), ai('x', call(a)), tool(answer(a, { n: 1n }), text('a\ud800'))],
    events: [
      {
        kind: 'text-made-safe',
        fault: 'canonical-corruption',
        callIds: [],
        at: '$[2].blocks[1]',
      },
      {
        kind: 'value-made-safe',
        part: 'result',
        changes: [{ kind: 'bigint', path: '$.n' }],
        fault: 'canonical-corruption',
        callIds: [a],
        at: '$[2].blocks[0]',
      },
    ],
  },
  {
    name: 'corrected speakers',
    history: [human('q'), tool(call(a), answer(a, 1))],
    events: [
      {
        kind: 'reattributed',
        block: 'tool_call',
        from: 'tool',
        to: 'ai',
        fault: 'canonical-corruption',
        callIds: [a],
        at: '$[1].blocks[0]',
      },
    ],
  },
  {
    name: 'results from a speaker that cannot give results',
    history: [human('q'), ai(call(a)), human(answer(a, 1), 'and go on')],
    events: [
      {
        kind: 'reattributed',
        block: 'tool_response',
        from: 'human',
        to: 'tool',
        fault: 'canonical-corruption',
        callIds: [a],
        at: '$[2].blocks[0]',
      },
    ],
  },
  {
    name: 'no correction: the provider ran the tool, within the answer',
    history: [human('q'), ai({ ...call(a), executor: 'provider' }, answer(a, 1), 'found'), human('go on')],
    events: [],
  },
  {
    name: 'blocks beside a result that is not shown',
    history: [human('q'), ai(call(a)), tool(answer(a, 1)), tool(answer(a, 2), 'beside')],
    events: [
      {
        kind: 'deduplicated',
        kept: '$[2].blocks[0]',
        why: 'first',
        fault: 'canonical-corruption',
        callIds: [a],
        at: '$[3].blocks[0]',
      },
      { kind: 'attachment-moved', fault: 'canonical-corruption', callIds: [a], at: '$[3].blocks[1]' },
    ],
  },
  {
    name: 'blocks dropped because they are empty',
    history: [human('q', ''), ai(thinking('')), { speaker: 'ai', blocks: [] }],
    events: [
      { kind: 'left-out', what: 'empty-text', fault: 'none', callIds: [], at: '$[0].blocks[1]' },
      { kind: 'left-out', what: 'empty-thinking', fault: 'none', callIds: [], at: '$[1].blocks[0]' },
      { kind: 'left-out', what: 'empty-content', fault: 'none', callIds: [], at: '$[2]' },
    ],
  },
];

describe('events', () => {
  test.each(explained)('$name', ({ history, events }) => {
    expect(render(history).diagnostics.events).toEqual(events);
  });

  test('REQ-915-039 ids seen, calls emitted and results emitted', () => {
    const { diagnostics } = render([human('q'), ai(call(a), call(b)), tool(answer(b, 1), answer('toolu_x', 2))]);
    const { seenCallIds, emittedCallIds, emittedResultIds } = diagnostics;
    expect({ seenCallIds, emittedCallIds, emittedResultIds }).toEqual({
      seenCallIds: [a, b, 'toolu_x'],
      emittedCallIds: [a, b],
      emittedResultIds: [a, b],
    });
  });

  test('REQ-915-040 every event names its fault class and its calls', () => {
    for (const { history } of explained) {
      for (const event of render(history).diagnostics.events) {
        expect(['none', 'canonical-corruption', 'renderer-fault', 'projection-fault']).toContain(event.fault);
        expect(Array.isArray(event.callIds)).toBe(true);
      }
    }
    const [orphan] = render([tool(answer('toolu_x', 2))]).diagnostics.events;
    expect(orphan).toMatchObject({ fault: 'canonical-corruption', callIds: ['toolu_x'] });
  });

  test('contain no text, arguments or results', () => {
    const secret = 'sk-very-secret';
    const history = [
      human(text(`${secret}\ud800`)),
      ai(
        thinking(secret, { signature: secret }),
        call('x', secret, `{"broken ${secret}`),
        call('y', 'read', { k: 1n }),
      ),
      tool(failure('x', secret), answer('x', secret), answer('z', secret)),
    ];
    const { diagnostics } = render(history, { policy: { target: { provider: 'openai' } } });
    expect(diagnostics.events.length).toBeGreaterThan(5);
    expect(JSON.stringify(diagnostics)).not.toContain(secret);
  });
});
