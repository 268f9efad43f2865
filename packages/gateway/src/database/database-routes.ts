/** Cooldowns and counters in the database, with a local copy for when it is unreachable. */
import type { Cooldown, RouteStore } from '@interlock/runtime';
import type { Availability } from './availability.ts';

export function databaseRoutes(routes: RouteStore, availability: Availability): RouteStore {
  let known = new Map<string, Cooldown>();
  const counters = new Map<string, number>();
  /** Changes made while the database was unreachable: new cooldowns, and cooldowns that were cleared because the target works again. */
  const opened = new Set<string>();
  const cleared = new Map<string, Cooldown>();

  availability.onRecovery(async () => {
    for (const key of opened) {
      opened.delete(key);
      const cooldown = known.get(key);
      if (cooldown !== undefined) await routes.put(cooldown);
    }
    if (cleared.size === 0) return;
    // Another instance may have written since, about a later request.
    for (const { key, count, until } of await routes.cooldowns()) {
      const ours = cleared.get(key);
      if (ours?.count === count && ours.until === until) await routes.clear(key);
    }
    cleared.clear();
  });

  return {
    cooldowns: async () => {
      const read = await availability.run(() => routes.cooldowns());
      if (read === undefined) return [...known.values()];
      known = new Map(read.value.map((cooldown) => [cooldown.key, cooldown]));
      return read.value;
    },
    put: async (cooldown) => {
      const { key, until } = cooldown;
      if ((known.get(key)?.until ?? 0) <= until) known.set(key, cooldown);
      if ((await availability.run(() => routes.put(cooldown))) === undefined) opened.add(key);
    },
    clear: async (key) => {
      const before = known.get(key);
      known.delete(key);
      if ((await availability.run(() => routes.clear(key))) !== undefined) return;
      if (before !== undefined && !opened.delete(key)) cleared.set(key, before);
    },
    take: async (counter) => {
      const taken = await availability.run(() => routes.take(counter));
      const number = taken?.value ?? counters.get(counter) ?? 0;
      counters.set(counter, number + 1);
      return number;
    },
  };
}
