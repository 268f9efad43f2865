import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import { limitOutput } from '../../src/scheduler/limit-output.ts';
import { call, createKit, outcomes, tool } from './batch-kit.ts';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join('\n');
const how = 'To see it, call the tool again for less at a time.';

describe('long output', () => {
  test('is cut at line ends, and says how much is missing and how to get it', async () => {
    expect(await limitOutput(lines(100, 199), 100)).toBe(
      `${lines(100, 107)}\n[90 lines (810 characters) left out here. ${how}]\n${lines(198, 199)}`,
    );
  });

  test('stays unchanged if it just fits', async () => {
    expect(await limitOutput(lines(100, 199), lines(100, 199).length)).toBe(lines(100, 199));
  });

  test('is cut inside a line that is too long', async () => {
    expect(await limitOutput('x'.repeat(100), 20)).toBe(
      `${'x'.repeat(15)}\n[80 characters left out here. ${how}]\n${'x'.repeat(5)}`,
    );
  });

  test.each([
    ['keeps it', async () => 'It is in file 7.', 'It is in file 7.'],
    ['fails', async () => Promise.reject(new Error('disk full')), how],
    ['says nothing', async () => '', how],
  ])('is kept whole by a store that %s', async (_, keepWhole, says) => {
    expect(await limitOutput('x'.repeat(100), 20, keepWhole)).toContain(`left out here. ${says}]`);
  });

  test('never contains half a character, and counts everything it drops', { timeout: patience }, async () => {
    const text = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\ud83d', 'word '), { maxLength: 200 });
    await holdsAsync(fc.tuple(text, fc.integer({ min: 1, max: 120 })), 500, async ([parts, limit]) => {
      const whole = parts.join('').toWellFormed();
      const cut = await limitOutput(parts.join(''), limit, async () => 'HOW');
      expect(cut.isWellFormed()).toBe(true);
      if (whole.length <= limit) {
        expect(cut).toBe(whole);
        return;
      }
      const found = /^(.*?)\[(?:\d+ lines \()?(\d+) characters\)? left out here\. HOW\](.*)$/s.exec(cut);
      const [, head = '', missing = '', tail = ''] = found ?? [];
      expect(found).not.toBeNull();
      const kept = whole.length - Number(missing);
      expect(kept).toBeLessThanOrEqual(limit);
      // A line break beside the notice may belong to the notice.
      const fits = [head, head.replace(/\n$/, '')].some((first) =>
        [tail, tail.replace(/^\n/, '')].some(
          (last) => first.length + last.length === kept && whole.startsWith(first) && whole.endsWith(last),
        ),
      );
      expect(fits).toBe(true);
    });
  });
});

describe('in a batch', () => {
  const long = 'word '.repeat(100);
  test.each([
    ['text', { text: long }],
    ['a plain text', long],
    ['data', { value: { a: long } }],
    ['text as data', { value: long }],
  ])('the limit applies to %s', async (_, output) => {
    const kept: [string, string][] = [];
    const kit = createKit([tool('t', { run: async () => output, maxOutput: 40 })], {
      maxOutput: 1_000_000,
      keepWhole: async ({ id }, whole) => {
        kept.push([id, whole]);
        return 'Read it with read_output.';
      },
    });
    const [outcome] = outcomes(await kit.run([call('a', 't')]));
    expect(outcome).toEqual({ state: 'complete', result: expect.stringContaining('Read it with read_output.]') });
    expect(kept).toEqual([['a', expect.stringContaining(long)]]);
  });

  test('the limit applies to errors too', async () => {
    const kit = createKit([tool('t', { run: async () => ({ text: long, failed: true }) })], { maxOutput: 40 });
    const [outcome] = outcomes(await kit.run([call('a', 't')]));
    expect(outcome).toEqual({ state: 'error', error: expect.stringContaining('left out here.') });
  });

  test('the limit is 64,000 characters by default', async () => {
    const kit = createKit([
      tool('fits', { run: async () => 'x'.repeat(64_000) }),
      tool('not', { run: async () => 'x'.repeat(64_001) }),
    ]);
    const [fits, not] = outcomes(await kit.run([call('a', 'fits'), call('b', 'not')]));
    expect(fits).toEqual({ state: 'complete', result: 'x'.repeat(64_000) });
    expect(not).toEqual({ state: 'complete', result: expect.stringContaining('[1 characters left out here.') });
  });
});
