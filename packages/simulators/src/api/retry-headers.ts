/** The headers with which a provider says when to retry (XCT-008); `reset` are its own rate-limit headers. */
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

/** The headers with which a fault says when to retry (XCT-008). */
export function hintHeaders({ hint, retryAfterMs }: ApiFault, world: World): Readonly<Record<string, string>> {
  if (retryAfterMs === undefined) return {};
  return retryHeaders(hint, retryAfterMs, world, {
    'x-ratelimit-limit-requests': '500',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': delayText(retryAfterMs),
    'x-ratelimit-remaining-tokens': '29000',
    'x-ratelimit-reset-tokens': '28ms',
  });
}

/** ` Please try again in 1.898s.` if the fault's hint is in words or not specified; otherwise ''. */
export function hintText({ hint, retryAfterMs }: ApiFault): string {
  if (retryAfterMs === undefined || (hint !== undefined && hint !== 'text')) return '';
  return ` Please try again in ${delayText(retryAfterMs)}.`;
}

/** `174ms`, `1.898s`, `6m0s`, as in the headers and texts (OAC-022). */
export function delayText(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds}ms`;
  if (milliseconds < 60_000) return `${milliseconds / 1000}s`;
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return minutes < 60 ? `${minutes}m${rest}s` : `${Math.floor(minutes / 60)}h${minutes % 60}m${rest}s`;
}
