/** How long a provider may be silent before a request is given up. */
import { isThinking, type Settings } from '@interlock/wire';
import type { Selection } from '../route/route.ts';
import { isNearby } from '../route/unreachable.ts';

const shortStall = 60_000;
const longStall = 300_000;

/** A model that thinks may be silent for minutes, and a local model may have to be loaded first; others respond soon. */
export function stallLimits(
  { destination: { traits, endpoint } }: Pick<Selection, 'destination'>,
  settings: Settings,
  set: number | undefined,
): { readonly firstByteMs: number; readonly idleMs: number } {
  if (set !== undefined) return { firstByteMs: set, idleMs: set };
  const idleMs = isThinking(settings, traits) ? longStall : shortStall;
  return { idleMs, firstByteMs: isNearby(endpoint) ? longStall : idleMs };
}
