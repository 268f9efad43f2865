/** Domain 5 as far as it is the renderer's: ids that are unique, stable and deterministic whatever came in. */
import { type Content, isCanonicalToolId, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, human, tool } from '../history.ts';

const idsOf = (history: readonly Content[]): readonly string[] => render(history).diagnostics.emittedCallIds;

const degenerate: readonly (readonly [string, readonly Content[]])[] = [
  ['empty', [human('q'), ai(call(''), call('')), tool(answer('', 1), answer('', 2))]],
  [
    'missing',
    JSON.parse('[{"speaker":"ai","blocks":[{"type":"tool_call","name":"a","parameters":{}},{"type":"tool_call"}]}]'),
  ],
  [
    'null and numbers',
    JSON.parse('[{"speaker":"ai","blocks":[{"type":"tool_call","id":null},{"type":"tool_call","id":7}]}]'),
  ],
  ['repeated in one batch', [ai(call('p'), call('p'), call('p'))]],
  ['repeated across turns', [human('q'), ai(call('p')), tool(answer('p', 1)), human('r'), ai(call('p'))]],
  ['a repeated canonical id', [ai(call('hist_tool_a'), call('hist_tool_a'))]],
  ['a canonical prefix and too long', [ai(call(`hist_tool_${'x'.repeat(40)}`), call(`hist_tool_${'x'.repeat(41)}`))]],
  ['84 characters with the same first 80', [ai(call('x'.repeat(84)), call(`${'x'.repeat(80)}yyyy`))]],
];

describe('REQ-915-022 degenerate ids', () => {
  test.each(degenerate)('%s: canonical, distinct and deterministic', (_, history) => {
    const ids = idsOf(history);
    expect(ids.length).toBeGreaterThan(1);
    expect(ids.every(isCanonicalToolId)).toBe(true);
    expect(idsOf(history)).toEqual(ids);
    expect(idsOf(structuredClone(history))).toEqual(ids);
  });
});

describe('REQ-915-049 distinct calls never share an id', () => {
  test.each(degenerate)('%s', (_, history) => {
    const ids = idsOf(history);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('does not assign an id that another call already has', () => {
    const raw = [human('q'), ai(call('x'))];
    const [hashed = ''] = idsOf(raw);
    const ids = idsOf([...raw, ai(call(hashed))]);
    expect(ids[0]).toBe(hashed);
    expect(ids[1]).not.toBe(hashed);
  });
});

test('REQ-915-014 the target provider does not change an id', () => {
  const history = [human('q'), ai(call('toolu_1')), tool(answer('toolu_1', 'A')), human('next')];
  const to = (provider: string) => render(history, { policy: { target: { provider } } }).diagnostics.emittedCallIds;
  expect(to('openai')).toEqual(to('mistral'));
});

test('REQ-915-010 the same state gives the same steps and diagnostics, byte for byte', () => {
  for (const [, history] of degenerate) {
    const once = render(history);
    const again = render(structuredClone(history));
    expect(JSON.stringify(again.transcript)).toBe(JSON.stringify(once.transcript));
    expect(JSON.stringify(again.diagnostics)).toBe(JSON.stringify(once.diagnostics));
  }
});
