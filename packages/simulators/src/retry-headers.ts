/** The headers with which a provider says when to come back (XCT-008); those that count down a limit are its own: `reset`. */
import type { ApiFault } from './api.ts';
import type { World } from './world.ts';

export function retryHeaders(
  hint: ApiFault['hint'],
  milliseconds: number,
  world: World,
  reset: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const seconds = Math.ceil(milliseconds / 1000);
  switch (hint) {
    case 'retry-after':
      return { 'retry-after': String(seconds) };
    case 'retry-after-date':
      return { 'retry-after': new Date((world.now() + seconds) * 1000).toUTCString() };
    case 'retry-after-ms':
      return { 'retry-after-ms': String(milliseconds) };
    case 'ratelimit-reset':
      return reset;
    default:
      return {};
  }
}
