/** The state of routes as data, and its three changes. */
import type { Cooldown } from './route-store.ts';

export interface RouteMemory {
  readonly cooldowns: ReadonlyMap<string, Cooldown>;
  /** The next number of each counter. */
  readonly counters: ReadonlyMap<string, number>;
}

export const emptyMemory: RouteMemory = { cooldowns: new Map(), counters: new Map() };

/** Two turns may fail at the same time: whichever writes last, the window does not get shorter. */
export function putCooldown(memory: RouteMemory, cooldown: Cooldown): RouteMemory {
  const present = memory.cooldowns.get(cooldown.key);
  const later = present !== undefined && present.until > cooldown.until ? present : cooldown;
  return { ...memory, cooldowns: new Map(memory.cooldowns).set(cooldown.key, later) };
}

export function clearCooldown(memory: RouteMemory, key: string): RouteMemory {
  const cooldowns = new Map(memory.cooldowns);
  cooldowns.delete(key);
  return { ...memory, cooldowns };
}

export function takeNumber(
  memory: RouteMemory,
  counter: string,
): { readonly number: number; readonly memory: RouteMemory } {
  const number = memory.counters.get(counter) ?? 0;
  return { number, memory: { ...memory, counters: new Map(memory.counters).set(counter, number + 1) } };
}
