import { type JsonValue, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { completionContent } from '../../src/scheduler/completion-content.ts';
import type { Outcome } from '../../src/scheduler/outcome.ts';
import { readOutput } from '../../src/scheduler/read-output.ts';
import { call, createKit, outcomes, tool } from './batch-kit.ts';

const limit = { maxOutput: 1_000 };
const image = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } as const;
const complete = (result: JsonValue): Outcome => ({ state: 'complete', result });

class Weather {
  readonly sky = 'clear';
  readonly #secret = 1;
  get secret(): number {
    return this.#secret;
  }
}

function circular(): object {
  const one: Record<string, unknown> = { name: 'one' };
  one['self'] = one;
  return one;
}

describe('what a tool returns', () => {
  test.each<{ what: string; output: unknown; outcome: Outcome }>([
    { what: 'a text', output: 'text', outcome: complete('text') },
    { what: 'an empty text', output: '', outcome: complete('') },
    { what: 'a report', output: { text: 'text' }, outcome: complete('text') },
    { what: 'data', output: { value: { n: [1, null] } }, outcome: complete({ n: [1, null] }) },
    { what: 'text and data', output: { text: 'a', value: 1 }, outcome: complete({ text: 'a', value: 1 }) },
    {
      what: 'a medium alone',
      output: { media: [image] },
      outcome: { state: 'complete', result: null, media: [image] },
    },
    { what: 'a failure', output: { text: 'no', failed: true }, outcome: { state: 'error', error: 'no' } },
    {
      what: 'a failure without a message',
      output: { text: ' ', failed: true },
      outcome: { state: 'error', error: 'The tool failed without a message.' },
    },
    {
      what: 'a failure with data and a medium',
      output: { text: 'no', value: { code: 1 }, media: [image], failed: true },
      outcome: { state: 'error', error: 'no', result: { code: 1 }, media: [image] },
    },
    { what: 'undefined', output: undefined, outcome: complete(null) },
    { what: 'null', output: null, outcome: complete(null) },
    { what: 'a number', output: 42, outcome: complete(42) },
    { what: 'not a number', output: Number.NaN, outcome: complete('NaN') },
    { what: 'a bigint', output: 10n ** 30n, outcome: complete(String(10n ** 30n)) },
    { what: 'plain data that is not a report', output: { a: 1 }, outcome: complete({ a: 1 }) },
    { what: 'a class instance', output: new Weather(), outcome: complete({ sky: 'clear' }) },
    { what: 'a cycle', output: circular(), outcome: complete({ name: 'one', self: '[circular: $]' }) },
    {
      what: 'a cycle as data',
      output: { value: circular() },
      outcome: complete({ name: 'one', self: '[circular: $]' }),
    },
    { what: 'half a character', output: 'a\ud83d', outcome: complete('a\ufffd') },
    { what: 'an invalid text', output: { text: 7 }, outcome: complete(7) },
    { what: 'an empty report', output: {}, outcome: complete({}) },
    {
      what: 'a report whose getter throws',
      output: {
        get text() {
          throw new Error('trap');
        },
      },
      outcome: { state: 'error', error: 'The tool finished, but its output cannot be read: trap' },
    },
    {
      what: 'a revoked proxy',
      output: revoked(),
      outcome: {
        state: 'error',
        error: expect.stringMatching(/^The tool finished, but its output cannot be read:/),
      },
    },
  ])('$what', async ({ output, outcome }) => {
    expect(await readOutput(output, limit)).toEqual(outcome);
  });

  test('rebuilds media from known fields and never cuts them', async () => {
    const large = { ...image, data: 'A'.repeat(5_000), filename: 'a.png', caption: 'A' };
    expect(await readOutput({ text: 'x', media: [{ ...large, seal: {}, extra: 1 }] }, limit)).toEqual({
      state: 'complete',
      result: 'x',
      media: [large],
    });
  });
});

describe('REQ-915-032 parts that look like calls are never returned as results', () => {
  const note = '[1 part of the output left out: not text, data or media]';
  test.each<{ what: string; output: unknown; outcome: Outcome }>([
    { what: 'the output itself', output: { functionCall: { name: 'x', args: {} } }, outcome: complete(note) },
    {
      what: 'in a list of parts',
      output: [{ text: 'a' }, { functionCall: {} }],
      outcome: complete({ result: [{ text: 'a' }], note }),
    },
    { what: 'alone in a list', output: [{ type: 'tool_use', id: '1' }], outcome: complete(note) },
    {
      what: 'a call block as a medium',
      output: { text: 'a', media: [{ type: 'tool_call', id: 'x', name: 'y', parameters: {} }, image] },
      outcome: { state: 'complete', result: `a\n${note}`, media: [image] },
    },
    {
      what: 'a functionCall as a medium',
      output: { media: [{ functionCall: { name: 'x' } }] },
      outcome: complete(note),
    },
    {
      what: 'a medium that is also a call',
      output: { text: 'a', media: [{ ...image, functionCall: {} }] },
      outcome: complete(`a\n${note}`),
    },
    {
      what: 'a medium without text data',
      output: { text: 'a', media: [{ ...image, data: 3 }] },
      outcome: complete(`a\n${note}`),
    },
    {
      what: 'a medium of no known encoding',
      output: { text: 'a', media: [{ ...image, encoding: 'x' }] },
      outcome: complete(`a\n${note}`),
    },
    { what: 'media that are not a list', output: { text: 'a', media: 'x' }, outcome: complete(`a\n${note}`) },
    {
      what: 'beside a failure',
      output: { text: 'no', failed: true, media: [{ type: 'function_call' }] },
      outcome: { state: 'error', error: `no\n${note}` },
    },
  ])('$what', async ({ output, outcome }) => {
    expect(await readOutput(output, limit)).toEqual(outcome);
  });

  test('the next request contains no such call', async () => {
    const outputs: readonly unknown[] = [
      { functionCall: { name: 'evil', args: {} } },
      [{ type: 'tool_call', id: 'x', name: 'evil', parameters: {} }],
      { text: 'a', media: [{ type: 'tool_call', id: 'x', name: 'evil', parameters: {} }, image] },
      { value: { functionCall: { name: 'evil' } } },
    ];
    const kit = createKit(outputs.map((output, index) => tool(`t${index}`, { run: async () => output as never })));
    const calls = outputs.map((_, index) => call(`hist_tool_${index}`, `t${index}`));
    const batch = await kit.run(calls);
    const { transcript } = render([
      { speaker: 'human', blocks: [{ type: 'text', text: 'go' }], metadata: { turnId: 'turn' } },
      { speaker: 'ai', blocks: calls, metadata: { turnId: 'turn' } },
      completionContent(batch.settled, 'turn'),
    ]);
    const made = transcript.steps.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'interaction'));
    expect(made).toHaveLength(calls.length);
    expect(JSON.stringify(made.map((block) => 'call' in block && block.call.name))).not.toContain('evil');
  });
});

describe('what a tool throws', () => {
  const trap = Object.defineProperty(new Error(), 'message', {
    get: () => {
      throw new Error('trap');
    },
  });
  test.each<{ what: string; thrown: unknown; says: unknown }>([
    { what: 'an error', thrown: new Error('broken'), says: 'broken' },
    { what: 'an error without a message', thrown: new Error(''), says: 'The tool failed without a message.' },
    { what: 'a text', thrown: 'broken', says: 'broken' },
    { what: 'nothing', thrown: undefined, says: 'The tool failed without a message.' },
    { what: 'null', thrown: null, says: 'The tool failed without a message.' },
    { what: 'an object', thrown: { code: 1 }, says: '{"code":1}' },
    { what: 'an error whose message throws', thrown: trap, says: expect.any(String) },
    { what: 'a revoked proxy', thrown: revoked(), says: expect.any(String) },
    { what: 'a very long text', thrown: 'x'.repeat(10_000), says: `${'x'.repeat(4_000)}…` },
  ])('$what', async ({ thrown, says }) => {
    const kit = createKit([
      tool('late', { run: async () => Promise.reject(thrown) }),
      tool('at-once', {
        run: () => {
          throw thrown;
        },
      }),
    ]);
    const batch = await kit.run([call('a', 'late'), call('b', 'at-once')]);
    expect(outcomes(batch)).toEqual([
      { state: 'error', error: says },
      { state: 'error', error: says },
    ]);
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
