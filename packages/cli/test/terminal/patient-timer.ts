/** A timer for tests at a terminal: however slow the machine is, no hint disappears before the test has seen it. */
import { systemTimer, type Timer } from '../../src/terminal/timer.ts';

/** Timeouts of a second or more never expire; those for frames and keys are unchanged. */
const shortMs = 1_000;

export const patientTimer: Timer = {
  now: systemTimer.now,
  after: (ms, run) => (ms < shortMs ? systemTimer.after(ms, run) : () => {}),
};
