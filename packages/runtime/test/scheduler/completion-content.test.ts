import {
  type ClosureState,
  type Content,
  canonicalToolId,
  type Interaction,
  render,
  syntheticTexts,
} from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { completionContent } from '../../src/scheduler/completion-content.ts';
import type { Outcome, SettledCall } from '../../src/scheduler/outcome.ts';
import { call } from './batch-kit.ts';

const media = (data: string) => ({ type: 'media', mimeType: 'image/png', data, encoding: 'base64' }) as const;

interface Row {
  readonly outcome: Outcome;
  readonly answer: object;
  readonly completion: Interaction['completion'];
}

function closed(state: ClosureState, partial?: string): Row {
  const text = partial === undefined ? syntheticTexts[state] : `${syntheticTexts[state]}\n${partial}`;
  return {
    outcome: partial === undefined ? { state } : { state, partial },
    answer: { error: text, synthetic: state },
    completion: { kind: 'synthetic', reason: state, text, attachments: [] },
  };
}

const rows: readonly Row[] = [
  {
    outcome: { state: 'complete', result: { n: 1 }, media: [media('AAAA'), media('BBBB')] },
    answer: { result: { n: 1 } },
    completion: { kind: 'real', result: { n: 1 }, attachments: [media('AAAA'), media('BBBB')] },
  },
  {
    outcome: { state: 'complete', result: null },
    answer: { result: null },
    completion: { kind: 'real', result: null, attachments: [] },
  },
  {
    outcome: { state: 'error', error: 'broken', result: 'half', media: [media('CCCC')] },
    answer: { error: 'broken', result: 'half' },
    completion: { kind: 'real', result: 'half', error: 'broken', attachments: [media('CCCC')] },
  },
  {
    outcome: { state: 'error', error: 'broken' },
    answer: { error: 'broken' },
    completion: { kind: 'real', result: null, error: 'broken', attachments: [] },
  },
  closed('cancelled'),
  closed('interrupted'),
  closed('timeout'),
  closed('denied'),
  closed('interrupted', 'line 1\nline 2'),
  closed('timeout', 'line 1\nline 2'),
  closed('denied', 'Nobody can be asked.'),
];

const settled: readonly SettledCall[] = rows.map(({ outcome }, index) => ({
  call: call(
    canonicalToolId({ providerName: '', rawId: '', toolName: 'tool', turnKey: 'turn', callIndex: index }),
    `tool${index}`,
  ),
  outcome,
}));

describe('the content that answers a batch', () => {
  test('has a response for each call in order, each with its media', () => {
    const responses = rows.map(({ outcome, answer }, index) => [
      {
        type: 'tool_response',
        callId: settled[index]?.call.id,
        toolName: `tool${index}`,
        ...answer,
        isComplete: true,
      },
      ...('media' in outcome ? (outcome.media ?? []) : []),
    ]);
    expect(completionContent(settled, 'turn')).toEqual({
      speaker: 'tool',
      blocks: responses.flat(),
      metadata: { turnId: 'turn' },
    });
  });

  test('renders word for word', () => {
    const contents: readonly Content[] = [
      { speaker: 'human', blocks: [{ type: 'text', text: 'go' }], metadata: { turnId: 'turn' } },
      { speaker: 'ai', blocks: settled.map((each) => each.call), metadata: { turnId: 'turn' } },
      completionContent(settled, 'turn'),
    ];
    const { transcript, diagnostics } = render(contents);
    const interactions = transcript.steps.flatMap(({ blocks }) =>
      [...blocks].flatMap((block) => (block.type === 'interaction' ? [block] : [])),
    );
    expect(interactions.map(({ completion }) => completion)).toEqual(rows.map(({ completion }) => completion));
    expect(diagnostics.events.filter(({ kind }) => kind !== 'synthesized')).toEqual([]);
  });

  test('answers an id once', () => {
    const first: SettledCall = { call: call('a', 't'), outcome: { state: 'complete', result: 'first' } };
    const second: SettledCall = { call: call('a', 't'), outcome: { state: 'error', error: 'second' } };
    expect(completionContent([first, second], 'turn')).toEqual(completionContent([first], 'turn'));
  });
});
