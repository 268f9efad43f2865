/** Which of several completions of one call is told (decision 3), in either order of arrival. */
import {
  type Content,
  importContents,
  Ledger,
  Renderer,
  rebuildLedger,
  render,
  type ToolResponseBlock,
} from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, human, outline, tool } from '../history.ts';

const id = 'hist_tool_1';
const told = (contents: readonly Content[], ledger?: Ledger): string =>
  outline(render(contents, { ledger, policy: { onFault: 'throw' } }).transcript)[1] ?? '';
const of = (...answers: readonly ToolResponseBlock[]): readonly Content[] => [
  human('q'),
  ai(call(id)),
  ...answers.map((one) => tool(one)),
];

/** From weakest to strongest, with what the model is told of each. */
const ladder: readonly (readonly [name: string, block: ToolResponseBlock, told: string])[] = [
  ['our closure', answer(id, undefined, { synthetic: 'denied' }), 'denied'],
  ['a partial result', answer(id, 'PART', { isComplete: false }), '"PART"'],
  ['an error with output', answer(id, 'HALF', { error: 'E' }), 'error E"HALF"'],
  ['a success', answer(id, 'WHOLE'), '"WHOLE"'],
];
const pairs = ladder.flatMap((weak, at) => ladder.slice(at + 1).map((strong) => [weak, strong] as const));

describe.each(pairs)('%s and %s', ([, weak], [, strong, expected]) => {
  test.each([
    ['weaker first', of(weak, strong)],
    ['stronger first', of(strong, weak)],
    ['in one message', [human('q'), ai(call(id)), tool(weak, strong)]],
  ])('%s: the stronger is told', (_, contents) => {
    expect(told(contents)).toBe(`ai: read{} -> ${expected}`);
    expect(told(importContents(contents))).toBe(`ai: read{} -> ${expected}`);
  });

  test('REQ-915-046: a rebuilt ledger agrees', () => {
    expect(told(of(weak, strong), rebuildLedger(of(weak, strong)))).toBe(`ai: read{} -> ${expected}`);
  });
});

test.each<readonly [string, readonly ToolResponseBlock[], string]>([
  [
    'absent `isComplete` counts as complete',
    [answer(id, 'PART', { isComplete: false }), answer(id, 'WHOLE')],
    '"WHOLE"',
  ],
  [
    'an error that is not complete is partial',
    [answer(id, null, { error: 'E', isComplete: false }), answer(id, 'W')],
    '"W"',
  ],
  [
    'the later of two partial results',
    [answer(id, 'P1', { isComplete: false }), answer(id, 'P2', { isComplete: false })],
    '"P2"',
  ],
  ['the first of two successes', [answer(id, 'one'), answer(id, 'two', { isComplete: true })], '"one"'],
  ['the first of two errors', [answer(id, null, { error: 'one' }), answer(id, null, { error: 'two' })], 'error one'],
  ['pending changes nothing', [answer(id, 'P', { isComplete: false }), answer(id, null, { isComplete: false })], '"P"'],
  [
    'a closure keeps its words beside a pending answer',
    [answer(id, null), answer(id, undefined, { synthetic: 'denied' })],
    'denied',
  ],
  [
    'an error without output is told with what there was before it',
    [
      answer(id, 'P1', { isComplete: false }),
      answer(id, 'P2', { isComplete: false }),
      answer(id, null, { error: 'E' }),
    ],
    'error E"P2"',
  ],
  [
    'a success that says nothing, too',
    [answer(id, 'P', { isComplete: false }), answer(id, null, { isComplete: true })],
    '"P"',
  ],
  [
    'but not with what a failed attempt wrote',
    [answer(id, 'P', { error: 'E' }), answer(id, null, { isComplete: true })],
    'null',
  ],
])('%s', (_, answers, expected) => {
  expect(told(of(...answers))).toBe(`ai: read{} -> ${expected}`);
  expect(told(of(...answers), rebuildLedger(of(...answers)))).toBe(`ai: read{} -> ${expected}`);
});

test('without ids a call is open until its result is complete', () => {
  const parts = of(
    answer('', undefined, { synthetic: 'denied' }),
    answer('', 'PART', { isComplete: false }),
    answer('', 'WHOLE'),
  );
  expect(told(parts.map((one) => (one.speaker === 'ai' ? ai(call('')) : one)))).toBe('ai: read{} -> "WHOLE"');
});

test('the media of what there was before an error stay with it', () => {
  const picture = { type: 'media', mimeType: 'image/png', data: 'iVBORw==', encoding: 'base64' } as const;
  const contents = [
    human('q'),
    ai(call(id)),
    tool(answer(id, 'P', { isComplete: false }), picture),
    tool(answer(id, null, { error: 'E' })),
  ];
  expect(outline(render(contents).transcript)).toEqual(['human: q', 'ai: read{} -> error E"P"+<media>']);
});

describe('the ledger', () => {
  const failed = (): Ledger => {
    const ledger = new Ledger();
    ledger.fail(id, 'L');
    return ledger;
  };

  test('wins among equals', () => {
    expect(told(of(answer(id, null, { error: 'E' })), failed())).toBe('ai: read{} -> error L');
  });

  test('loses to a success in the history', () => {
    expect(told(of(answer(id, 'W')), failed())).toBe('ai: read{} -> "W"');
  });

  test('its error without output is told with the part that is in the history', () => {
    expect(told(of(answer(id, 'P', { isComplete: false })), failed())).toBe('ai: read{} -> error L"P"');
  });

  test('a part in it, from the history, yields to the whole', () => {
    const ledger = rebuildLedger(of(answer(id, 'P', { isComplete: false })));
    expect(ledger.get(id)).toMatchObject({ state: 'complete', result: 'P', isPartial: true });
    expect(told(of(answer(id, 'P', { isComplete: false }), answer(id, 'W')), ledger)).toBe('ai: read{} -> "W"');
    ledger.close(id, 'interrupted');
    ledger.complete(id, 'again a part', 'history', true);
    expect(ledger.get(id)?.result).toBe('P');
    ledger.fail(id, 'L');
    expect(ledger.get(id)).toEqual({
      id,
      name: 'read',
      parameters: {},
      state: 'error',
      observedBy: 'runtime',
      error: 'L',
    });
  });
});

test('a whole result after the model went on with a part is a changed prefix', () => {
  const renderer = new Renderer();
  renderer.append([...of(answer(id, 'PART', { isComplete: false })), ai('so')]);
  renderer.render();
  renderer.append([tool(answer(id, 'WHOLE'))]);
  const { events } = renderer.render().diagnostics;
  expect(events.map((event) => (event.kind === 'prefix-changed' ? event.cause : event.kind))).toEqual([
    'moved',
    'late-result',
    'deduplicated',
  ]);
  expect(events.at(-1)).toMatchObject({ why: 'partial', fault: 'none' });
});

test('a blank closure says the default sentence, and a blank error that there was no message', () => {
  const blank = render(of(answer(id, undefined, { synthetic: 'interrupted', error: ' ' })));
  const [interaction] = blank.transcript.interactions();
  expect(interaction?.completion).toMatchObject({
    kind: 'synthetic',
    text: expect.stringMatching(/^This tool call was interrupted/),
  });
  expect(told(of(answer(id, null, { error: ' \n' })))).toBe('ai: read{} -> error The tool failed without a message.');
});
