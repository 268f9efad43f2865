import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { paintFor } from '../../src/print/paint.ts';

test.each([
  ['a terminal', true, {}, '\u001b[31mx\u001b[0m'],
  ['a pipe', false, {}, 'x'],
  ['NO_COLOR', true, { NO_COLOR: '1' }, 'x'],
  ['an empty NO_COLOR', true, { NO_COLOR: '' }, '\u001b[31mx\u001b[0m'],
  ['a dumb terminal', true, { TERM: 'dumb' }, 'x'],
])('%s', (_, isTTY, env, painted) => {
  expect(paintFor({ stdout: Object.assign(new PassThrough(), { isTTY }), env })('error', 'x')).toBe(painted);
});
