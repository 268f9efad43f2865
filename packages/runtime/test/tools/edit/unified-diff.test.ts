import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { unifiedDiff } from '../../../src/tools/edit/unified-diff.ts';

const lines = fc.array(fc.constantFrom('', 'a', 'b', 'same', '}'), { maxLength: 14 });
const texts = fc.tuple(lines, fc.boolean()).map(([all, ends]) => all.join('\n') + (ends ? '\n' : ''));

test('applying it to the old text gives the new one', { timeout: patience }, () => {
  holds(fc.tuple(texts, texts, texts, texts), 300, ([front, old, fresh, back]) => {
    const before = front + old + back;
    const after = front + fresh + back;
    fc.pre(before !== after);
    expect(applyPatch(before, unifiedDiff('file', before, after))).toBe(after);
  });
});

test('numbers lines as in the whole file, however long it is', () => {
  const numbers = Array.from({ length: 1_000_000 }, (_, index) => `line ${index + 1}\n`);
  const before = numbers.join('');
  expect(unifiedDiff('f', before, before.replace('line 700000\n', 'changed\n'))).toBe(
    [
      ...['--- f', '+++ f', '@@ -699997,7 +699997,7 @@', ' line 699997', ' line 699998', ' line 699999'],
      ...['-line 700000', '+changed', ' line 700001', ' line 700002', ' line 700003'],
    ].join('\n'),
  );
});

test('does not compare when everything in a large file changes', () => {
  const before = 'a\n'.repeat(1_000_000);
  expect(unifiedDiff('f', before, before.replaceAll('a', 'b'))).toBe('[The diff is too large to show.]');
});
