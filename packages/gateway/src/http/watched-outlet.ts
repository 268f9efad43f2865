/** An outlet that notes when the first byte left. */
import type { Outlet } from '../exchange/outlet.ts';

export interface WatchedOutlet extends Outlet {
  /** Undefined: nothing has left yet. */
  readonly firstByteAt: number | undefined;
}

export function watchedOutlet(outlet: Outlet, now: () => number): WatchedOutlet {
  let firstByteAt: number | undefined;
  const leave = (): void => {
    firstByteAt ??= now();
  };
  return {
    get firstByteAt() {
      return firstByteAt;
    },
    whole: (status, headers, body) => {
      leave();
      outlet.whole(status, headers, body);
    },
    open: (headers) => {
      leave();
      outlet.open(headers);
    },
    write: (frames) => outlet.write(frames),
    end: (frames) => outlet.end(frames),
  };
}
