/** The clock and timers for code that draws or reads keys. */
export interface Timer {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function later. Returns a function that cancels it. Never keeps the process alive. */
  after(ms: number, run: () => void): () => void;
}

export const systemTimer: Timer = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
