/** What is told about a request has no key of the client's words, also not the part of one that a bound would leave. */
import { expect, test } from 'vitest';
import { listLeftOut } from '../src/exchange/report.ts';

test.each([0, 1, 460, 470, 480, 485, 490, 495, 499])('a key behind %i characters', (before) => {
  const secret = 'a1b2c3d4e5f6g7h8i9j0';
  const [{ what } = { what: '' }] = listLeftOut([
    { what: `${'- '.repeat(before).slice(0, before)} hf_${secret}`, why: '' },
  ]);
  expect([what.includes(secret.slice(0, 2)), what.length <= 501]).toEqual([false, true]);
});
