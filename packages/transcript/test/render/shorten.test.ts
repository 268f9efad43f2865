/** Results that are too long for the reader. */
import { Ledger, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, failure, human, tool } from '../history.ts';

const a = 'hist_tool_a';
const long = `${'h'.repeat(900)}${'t'.repeat(900)}`;
const history = (result: unknown, error?: string) => [
  human('q'),
  ai(call(a)),
  tool(error === undefined ? answer(a, result) : failure(a, error)),
];
const completionOf = (result: unknown, longestResult?: number, error?: string) => {
  const policy = longestResult === undefined ? {} : { longestResult };
  const { transcript, diagnostics } = render(history(result, error), { policy });
  const [one] = transcript.interactions();
  return { completion: one?.completion, events: diagnostics.events };
};

const short = `${'h'.repeat(75)}\n[1700 characters of this result left out here]\n${'t'.repeat(25)}`;

describe('05 §2.1: shortens a result over the limit to its beginning and end, and reports it', () => {
  test.each([
    ['a text', long, short],
    [
      'a value',
      { text: long },
      `{"text":"${'h'.repeat(66)}\n[1711 characters of this result left out here]\n${'t'.repeat(23)}"}`,
    ],
  ])('%s', (_, result, expected) => {
    const { completion, events } = completionOf(result, 100);
    expect(completion).toMatchObject({ kind: 'real', result: expected });
    expect(events).toEqual([
      {
        kind: 'result-shortened',
        characters: typeof result === 'string' ? 1800 : 1811,
        kept: expected.length,
        fault: 'none',
        callIds: [a],
        at: '$[1].blocks[0]',
      },
    ]);
  });

  test('an error', () => {
    expect(completionOf(null, 100, long).completion).toMatchObject({ kind: 'real', result: null, error: short });
  });

  test('an outcome from the ledger', () => {
    const ledger = new Ledger();
    ledger.open({ id: a, name: 'read', parameters: {} });
    ledger.complete(a, long);
    const { transcript } = render([human('q'), ai(call(a))], { ledger, policy: { longestResult: 100 } });
    expect(transcript.interactions()[0]?.completion).toMatchObject({ kind: 'real', result: short });
  });

  test('does not split a surrogate pair', () => {
    const { completion } = completionOf('\u{1F600}'.repeat(200), 101);
    expect(completion?.kind === 'real' && String(completion.result).isWellFormed()).toBe(true);
  });
});

test.each([
  ['a text without a limit', long, undefined],
  ['a text within the limit', long, 1800],
  ['a small value', { text: 'x', list: [1, 2, null] }, 20],
])('%s is left unchanged', (_, result, limit) => {
  const { completion, events } = completionOf(result, limit);
  expect(completion).toMatchObject({ kind: 'real', result });
  expect(events).toEqual([]);
});
