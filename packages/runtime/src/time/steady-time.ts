/**
 * Measures intervals, in milliseconds: the time of day may be set back or forward while something is waited for. Only differences mean anything.
 */
import { type Clock, systemClock } from './clock.ts';

/** For an injected clock, steps back count as no time. */
export function steadyTime(clock: Clock): () => number {
  if (clock === systemClock) return () => performance.now();
  let last = clock.now();
  let passed = 0;
  return () => {
    const now = clock.now();
    passed += Math.max(0, now - last);
    last = now;
    return passed;
  };
}

/** The time of day, except that it does not go back: what is to happen at a time happens, though the clock is set. */
export function timeForward(clock: Clock): () => number {
  const passed = steadyTime(clock);
  const [began, from] = [clock.now(), passed()];
  return () => Math.max(clock.now(), Math.round(began + passed() - from));
}
