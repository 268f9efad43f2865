/** The ladder of REQ-915-048. */
import { completionState, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, human, outline, tool } from '../history.ts';

const block = answer('a', undefined);

describe('REQ-915-048 the state of a response', () => {
  test.each([
    ['a response with an error is errored', { error: 'x' }, 'error'],
    ['an error takes precedence over isComplete', { error: 'x', isComplete: true }, 'error'],
    ['an error takes precedence over a result', { error: 'x', result: 1 }, 'error'],
    ['isComplete without a result is complete', { isComplete: true }, 'complete'],
    ['isComplete with null is complete', { isComplete: true, result: null }, 'complete'],
    ['a result without isComplete is complete', { result: 'r' }, 'complete'],
    ['a result is complete even if isComplete is false', { result: 'r', isComplete: false }, 'complete'],
    ['false, 0 and "" are results', { result: '' }, 'complete'],
    ['a response without result, error or isComplete is pending', {}, 'pending'],
    ['a null result is pending', { result: null, isComplete: false }, 'pending'],
    ['an empty error is ignored', { error: '' }, 'pending'],
    ['an empty error beside a result is ignored', { error: '', result: 1 }, 'complete'],
  ] as const)('%s', (_, fields, expected) => {
    expect(completionState({ ...block, ...fields })).toBe(expected);
  });

  test('the renderer uses the same states', () => {
    const history = [
      human('q'),
      ai(call('a'), call('b'), call('c')),
      tool(
        { ...block, isComplete: true },
        { ...block, callId: 'b', result: 'r', error: 'e' },
        { ...block, callId: 'c' },
      ),
    ];
    expect(outline(render(history).transcript)[1]).toBe('ai: read{} -> null | read{} -> error e"r" | read{} -> lost');
  });
});
