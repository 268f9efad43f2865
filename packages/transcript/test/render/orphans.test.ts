/** Results whose call no one knows: dropped, restored or noted, and never lost or shown twice by the latter two. */
import { type Content, render, verify } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, failure, human, outline, tool } from '../history.ts';

const history: readonly Content[] = [
  human('[summary]'),
  tool(answer('toolu_a', { hits: 3 }, { toolName: 'grep' }), failure('toolu_b', 'ENOENT')),
  tool(answer('toolu_a', { hits: 3 }, { toolName: 'grep' }), answer('', 'tick', { toolName: '' })),
  ai('three hits', call('toolu_c')),
  tool(answer('toolu_c', 'C')),
];

describe('REQ-915-028 no orphan result reaches a transcript', () => {
  test.each([
    ['drop', ['human: [summary]', 'ai: three hits | read{} -> "C"']],
    [
      'restore',
      [
        'human: [summary]',
        'ai: grep{} -> {"hits":3} | read{} -> error ENOENT',
        'ai: unknown_tool{} -> "tick"',
        'ai: three hits | read{} -> "C"',
      ],
    ],
    [
      'note',
      [
        'human: [summary]',
        'human: [Result of an earlier call to the tool "grep"; the call itself is no longer on record]\n{"hits":3} | ' +
          '[Result of an earlier call to the tool "read"; the call itself is no longer on record]\nENOENT',
        'human: [Result of an earlier call to a tool; the call itself is no longer on record]\ntick',
        'ai: three hits | read{} -> "C"',
      ],
    ],
  ] as const)('%s', (orphans, expected) => {
    const { transcript } = render(history, { policy: { orphans, onFault: 'throw' } });
    expect(outline(transcript)).toEqual(expected);
    expect(verify(transcript)).toEqual([]);
  });

  test('reports each as canonical-corruption with its id and what was done', () => {
    const { diagnostics } = render(history);
    expect(diagnostics.events.filter(({ kind }) => kind === 'orphan')).toEqual([
      { kind: 'orphan', action: 'dropped', fault: 'canonical-corruption', callIds: ['toolu_a'], at: '$[1].blocks[0]' },
      { kind: 'orphan', action: 'dropped', fault: 'canonical-corruption', callIds: ['toolu_b'], at: '$[1].blocks[1]' },
      { kind: 'orphan', action: 'dropped', fault: 'canonical-corruption', callIds: [''], at: '$[2].blocks[1]' },
    ]);
  });

  test('does not restore our own synthetic closures', () => {
    const left = [human('q'), tool(failure('hist_tool_x', 'Interrupted.', { synthetic: 'interrupted' })), ai('a')];
    for (const orphans of ['drop', 'restore', 'note'] as const) {
      expect(outline(render(left, { policy: { orphans } }).transcript)).toEqual(['human: q', 'ai: a']);
    }
  });
});
