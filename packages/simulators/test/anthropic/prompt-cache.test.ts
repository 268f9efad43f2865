/** What is written to the prompt cache, and read from it. */
import { describe, expect, test } from 'vitest';
import { assistant, type Body, createBench, marked, request, type Sent, text, user } from './bench.ts';

describe('the cache', () => {
  const usageOf = (bench: ReturnType<typeof createBench>, sent: Sent): unknown => {
    const usage = bench.answer(sent, [{ say: 'x' }])['usage'] as Body;
    return [usage['input_tokens'], usage['cache_creation_input_tokens'], usage['cache_read_input_tokens']];
  };
  const prompt = [{ ...text('x'.repeat(400)), ...marked }];
  const first: Sent = { body: request([user('y'.repeat(40))], { system: prompt }) };

  test('is written once and then read, per account and model', () => {
    const bench = createBench();
    expect(usageOf(bench, first)).toEqual([10, 100, 0]);
    expect(usageOf(bench, first)).toEqual([10, 0, 100]);
    expect(usageOf(bench, { ...first, account: 'other' })).toEqual([10, 100, 0]);
    expect(usageOf(bench, { body: { ...first.body, model: 'claude-haiku-4-5' } })).toEqual([10, 100, 0]);
    expect(usageOf(bench, { body: { ...first.body, system: [{ ...text('z'.repeat(400)), ...marked }] } })).toEqual([
      10, 100, 0,
    ]);
    expect(usageOf(createBench(), first)).toEqual([10, 100, 0]);
  });

  test('grows with the conversation, with or without marks', () => {
    const bench = createBench();
    const turns = (count: number): Body[] =>
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? user('u'.repeat(40)) : assistant('a'.repeat(40))));
    expect(usageOf(bench, { body: request(turns(1), marked) })).toEqual([0, 10, 0]);
    expect(usageOf(bench, { body: request(turns(3), marked) })).toEqual([0, 20, 10]);
    const changed = [user('v'.repeat(40)), ...turns(5).slice(1)];
    expect(usageOf(bench, { body: request(changed, marked) })).toEqual([0, 50, 0]);
    expect(usageOf(bench, { body: request(turns(5)) })).toEqual([50, 0, 0]);
  });
});
