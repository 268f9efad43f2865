/** The time of day and a way to wait, handed to whatever draws or reads keys. */
export interface Timer {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs it later; the answer takes it back. Never keeps the process alive by itself. */
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
