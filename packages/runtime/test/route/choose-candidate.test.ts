/** The order of preference, row by row. */
import { expect, test } from 'vitest';
import { type Choice, chooseCandidate, type Standing } from '../../src/route/choose-candidate.ts';

const now = 1_000_000;

const free: Standing = {
  free: true,
  readyAt: now,
  limited: true,
  fixable: false,
  untried: false,
  serverFailed: false,
  fits: true,
};
const out: Standing = {
  free: false,
  readyAt: undefined,
  limited: true,
  fixable: false,
  untried: false,
  serverFailed: false,
  fits: true,
};
const cooling = (ms: number): Standing => ({ ...out, readyAt: now + ms });
const pausing = (ms: number): Standing => ({ ...cooling(ms), limited: false });
const refused: Standing = { ...cooling(600_000), fixable: true };
const failing: Standing = { ...cooling(400_000), serverFailed: true };
const unplugged: Standing = { ...cooling(30_000), untried: true };
const tooSmall = (standing: Standing): Standing => ({ ...standing, fits: false });

const send = (index: number, how: 'free' | 'retry' | 'untried' | 'fixable' = 'free'): Choice => ({
  do: 'send',
  index,
  how,
});
const wait = (index: number, ms: number): Choice => ({ do: 'wait', index, until: now + ms });
const none: Choice = { do: 'none' };

const rows: readonly (readonly [string, readonly Standing[], Choice])[] = [
  ['the first available one', [free, free], send(0)],
  ['an available one before one in cooldown', [cooling(1), free], send(1)],
  ['an available one before one ready for its retry', [cooling(0), free], send(1)],
  ['the one ready for its retry', [cooling(10), cooling(0)], send(0, 'retry')],
  ['a timer that fired a moment too early', [cooling(49)], send(0, 'retry')],
  ['the one available first', [cooling(9_000), cooling(3_000), cooling(6_000)], wait(1, 3_000)],
  ['the first of equals', [cooling(3_000), cooling(3_000)], wait(0, 3_000)],
  ['not longer than the limit', [cooling(60_001)], none],
  ['exactly as long as the limit', [cooling(60_000)], wait(0, 60_000)],
  ['a short pause does not count against the limit', [pausing(90_000)], wait(0, 90_000)],
  ['one that only a person can fix, if nothing else is possible', [out, refused], send(1, 'fixable')],
  ['but not before an allowed wait', [refused, cooling(60_000)], wait(1, 60_000)],
  ['one whose server failed, if the wait is too long', [failing, refused], send(0, 'untried')],
  ['no one whose server failed, if a wait is possible', [{ ...failing, readyAt: now + 3_000 }], wait(0, 3_000)],
  ['one in cooldown because of the network, before any wait', [cooling(3_000), unplugged], send(1, 'untried')],
  ['but not before one ready for its retry', [unplugged, cooling(0)], send(1, 'retry')],
  ['nor before an available one', [unplugged, free], send(1)],
  ['skips a window that is too small', [tooSmall(free), free], send(1)],
  ['even if the other requires a wait', [tooSmall(free), cooling(5_000)], wait(1, 5_000)],
  ['unless the wait is too long', [tooSmall(free), cooling(70_000)], send(0)],
  ['unless no other is left', [tooSmall(free), out], send(0)],
  ['nobody', [out, out], none],
  ['none at all', [], none],
];

test.each(rows)('%s', (_, standings, choice) => {
  expect(chooseCandidate(standings, now, 60_000)).toEqual(choice);
});
