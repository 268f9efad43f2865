/** Domain 6: thinking by policy, never at the cost of calls and results. */
import { type Content, type PolicyOptions, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, by, call, human, outline, thinking, tool } from '../history.ts';

const opus = { provider: 'anthropic', model: 'claude-opus-4-8' };
const glm = { provider: 'zai', model: 'glm-5' };
const history: readonly Content[] = [
  human('plan'),
  by(
    opus,
    ai(thinking('t1', { signature: 's1' }), call('toolu_1'), thinking('t2', { signature: 's2' }), call('toolu_2')),
  ),
  tool(answer('toolu_2', 'B')),
  by(opus, ai(thinking('t3', { signature: 's3' }), 'planned')),
  human('now you, glm'),
  by(glm, ai(thinking('g1'), call('call_1'))),
  tool(answer('call_1', 'C')),
];

describe('REQ-915-023 keeps thinking that the policy includes in its place', () => {
  test('all of it', () => {
    expect(outline(render(history).transcript)).toEqual([
      'human: plan',
      'ai: (t1) | read{} -> lost | (t2) | read{} -> "B"',
      'ai: (t3) | planned',
      'human: now you, glm',
      'ai: (g1) | read{} -> "C"',
    ]);
  });

  test('with its token as a seal that records its origin', () => {
    const [, first] = render(history).transcript.steps;
    expect(first?.blocks[0]).toEqual({
      type: 'thinking',
      thought: 't1',
      seal: { ...opus, value: 's1', field: 'signature' },
    });
  });

  test('keeps redacted thinking, which has a seal but no text, and drops thinking with neither', () => {
    const redacted = [human('q'), ai(thinking('', { signature: 'enc' }), thinking(''), 'a')];
    expect(outline(render(redacted).transcript)).toEqual(['human: q', 'ai: () | a']);
  });
});

describe('REQ-915-024 excluding thinking removes nothing else', () => {
  test.each<readonly [PolicyOptions, readonly string[]]>([
    [
      { reasoning: 'none' },
      ['human: plan', 'ai: read{} -> lost | read{} -> "B"', 'ai: planned', 'human: now you, glm', 'ai: read{} -> "C"'],
    ],
    [
      { reasoning: 'last-turn' },
      [
        'human: plan',
        'ai: read{} -> lost | read{} -> "B"',
        'ai: planned',
        'human: now you, glm',
        'ai: (g1) | read{} -> "C"',
      ],
    ],
    [
      { target: glm },
      [
        'human: plan',
        'ai: read{} -> lost | read{} -> "B"',
        'ai: planned',
        'human: now you, glm',
        'ai: (g1) | read{} -> "C"',
      ],
    ],
    [
      { target: { provider: 'anthropic', model: 'claude-fable-5' } },
      ['human: plan', 'ai: read{} -> lost | read{} -> "B"', 'ai: planned', 'human: now you, glm', 'ai: read{} -> "C"'],
    ],
  ])('%j', (policy, expected) => {
    expect(outline(render(history, { policy }).transcript)).toEqual(expected);
  });

  test('foreign thinking can become a note: in a user turn before the answer, never in the model’s own', () => {
    const { transcript, diagnostics } = render(history, { policy: { target: glm, foreignThinking: 'note' } });
    const note = (thought: string): string =>
      `[Reasoning of anthropic/claude-opus-4-8, which wrote the answer that follows]\n${thought}`;
    expect(outline(transcript)).toEqual([
      'human: plan',
      `human: ${note('t1')} | ${note('t2')}`,
      'ai: read{} -> lost | read{} -> "B"',
      `human: ${note('t3')}`,
      'ai: planned',
      'human: now you, glm',
      'ai: (g1) | read{} -> "C"',
    ]);
    expect(diagnostics.events.filter(({ kind }) => kind === 'thinking-noted')).toHaveLength(2);
  });

  test.each([
    ['another provider', { provider: 'openai' }, false],
    ['an alias of the same provider', { provider: 'claude' }, true],
    ['the same model', opus, true],
    ['another model of the provider', { provider: 'anthropic', model: 'claude-fable-5' }, false],
    ['another endpoint', { ...opus, endpoint: 'https://proxy.example' }, false],
    ['another account', { ...opus, account: 'b' }, false],
  ])('%s: kept is %o', (_, target, kept) => {
    const { transcript } = render([human('q'), by(opus, ai(thinking('t'), 'a'))], { policy: { target } });
    expect(outline(transcript)[1]).toBe(kept ? 'ai: (t) | a' : 'ai: a');
  });

  test('reports every drop', () => {
    const dropped = render(history, { policy: { target: glm } }).diagnostics.events;
    expect(dropped.filter(({ kind }) => kind === 'thinking-left-out')).toEqual([
      { kind: 'thinking-left-out', why: 'foreign', count: 2, fault: 'none', callIds: [], at: '$[1]' },
      { kind: 'thinking-left-out', why: 'foreign', count: 1, fault: 'none', callIds: [], at: '$[3]' },
    ]);
  });
});
