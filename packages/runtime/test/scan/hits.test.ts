import { expect, test } from 'vitest';
import { HitCollector, showLine } from '../../src/scan/hits.ts';

const long = 'x'.repeat(1_000);

test.each([
  ['short', 0, 'short'],
  [long, 0, `${'x'.repeat(400)}… [line of 1000 characters]`],
  [`${long}here${long}`, 1_000, `…${'x'.repeat(100)}here${'x'.repeat(296)}… [line of 2004 characters]`],
  [`${long}here`, 1_000, `…${'x'.repeat(100)}here [line of 1004 characters]`],
  [`${'x'.repeat(399)}😀`, 0, `${'x'.repeat(399)}… [line of 401 characters]`],
])('shows a long line around its match', (text, start, shown) => {
  expect(showLine(text, start)).toBe(shown);
});

test('after the last wanted match, keeps only its context', () => {
  const collector = new HitCollector(1, 2);
  collector.add(1, 'before');
  collector.add(2, 'match', 0);
  collector.add(3, 'after');
  collector.add(4, 'after too');
  collector.add(6, 'before the next');
  collector.add(7, 'next', 0);
  collector.add(8, 'after the next');
  expect([collector.isFull, collector.result('a')]).toEqual([
    true,
    {
      path: 'a',
      hits: [
        { line: 1, text: 'before', isMatch: false },
        { line: 2, text: 'match', isMatch: true },
        { line: 3, text: 'after', isMatch: false },
        { line: 4, text: 'after too', isMatch: false },
      ],
      matches: 1,
      more: true,
    },
  ]);
});
