/** Domain 7: a history is cut only where no interaction is, and what is kept renders as before. */
import {
  type Content,
  compact,
  cutAt,
  cutPoints,
  importContents,
  Ledger,
  render,
  TranscriptError,
} from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, human, outline, system, tool } from '../history.ts';

const history: readonly Content[] = [
  system('rules'),
  human('q'),
  ai(call('a'), call('b')),
  tool(answer('a', 'A')),
  human('and?'),
  tool(answer('b', 'B')),
  ai('done'),
  human('r'),
  ai(call('c')),
  human('s'),
  ai('end'),
];

describe('cutPoints', () => {
  test('REQ-915-028 no cut point is inside an interaction, even with late results', () => {
    expect(cutPoints(history)).toEqual([
      { index: 1, startsTurn: false },
      { index: 2, startsTurn: false },
      { index: 6, startsTurn: false },
      { index: 7, startsTurn: true },
      { index: 8, startsTurn: false },
      { index: 9, startsTurn: true },
      { index: 10, startsTurn: false },
    ]);
  });

  test('REQ-915-026 the kept part renders to the last steps of the whole, ids included', () => {
    const own = importContents(history);
    const whole = render(own).transcript.steps.map(({ kind, blocks }) => ({ kind, blocks }));
    for (const { index } of cutPoints(own)) {
      const kept = render(cutAt(own, index).kept).transcript.steps.map(({ kind, blocks }) => ({ kind, blocks }));
      expect(kept).toEqual(whole.slice(whole.length - kept.length));
    }
  });

  test('REQ-915-026 open calls of the dropped part must stay in the ledger', () => {
    const own = importContents(history);
    const open = own.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])),
    )[2];
    expect(cutAt(own, 9).keepInLedger).toEqual([open]);
    expect(cutAt(own, 7).keepInLedger).toEqual([]);
  });

  test('rejects any other index', () => {
    expect(() => cutAt(history, 4)).toThrow(TranscriptError);
    expect(() => cutAt(history, 0)).toThrow(/cutPoints/);
  });

  test('an empty history and a history with one content have no cut points', () => {
    expect([cutPoints([]), cutPoints([human('q')])]).toEqual([[], []]);
  });
});

describe('compact', () => {
  test('keeps the leading system messages, then the summary, then the rest', () => {
    expect(outline(render(compact(history, 7, [{ type: 'text', text: '[summary]' }])).transcript)).toEqual([
      'system: rules',
      'human: [summary]',
      'human: r',
      'ai: read{} -> lost',
      'human: s',
      'ai: end',
    ]);
  });

  test('a call in a system message is dropped together with its result', () => {
    const odd: readonly Content[] = [
      system('rules'),
      { speaker: 'system', blocks: [call('x')] },
      tool(answer('x', 'X')),
      human('q'),
      ai('a'),
    ];
    const compacted = compact(odd, 3, [{ type: 'text', text: 'summary' }]);
    expect(compacted.map(({ blocks }) => blocks[0]?.type)).toEqual(['text', 'text', 'text', 'text']);
    expect(JSON.stringify(render(compacted).diagnostics.events)).not.toContain('lost');
  });

  test('REQ-915-027 shows a result that arrives after its call was compacted away, together with the call', () => {
    const own = importContents(history);
    const after = compact(own, 9, [{ type: 'text', text: '[summary]' }]);
    const [id = ''] = cutAt(own, 9).keepInLedger;
    const ledger = new Ledger();
    ledger.open({ id, name: 'read', parameters: { path: 'late' } });
    const { transcript } = render([...after, tool(answer(id, 'late result'))], { ledger });
    expect(outline(transcript).at(-1)).toBe('ai: read{"path":"late"} -> "late result"');
  });
});
