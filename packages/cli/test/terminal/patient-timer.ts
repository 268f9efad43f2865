/** A timer for tests at a terminal: however slow the machine is, no hint is gone before it was read. */
import { systemTimer, type Timer } from '../../src/terminal/timer.ts';

/** What a person has a second or more for never runs out; frames and keys have their usual time. */
const shortMs = 1_000;

export const patientTimer: Timer = {
  now: systemTimer.now,
  after: (ms, run) => (ms < shortMs ? systemTimer.after(ms, run) : () => {}),
};
