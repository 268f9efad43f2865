/** The state of routes, for one process only. */
import { clearCooldown, emptyMemory, putCooldown, type RouteMemory, takeNumber } from './route-memory.ts';
import type { RouteStore } from './route-store.ts';

export function createMemoryRouteStore(): RouteStore {
  let memory: RouteMemory = emptyMemory;
  return {
    cooldowns: async () => [...memory.cooldowns.values()],
    put: async (cooldown) => {
      memory = putCooldown(memory, cooldown);
    },
    clear: async (key) => {
      memory = clearCooldown(memory, key);
    },
    take: async (counter) => {
      const { number, memory: next } = takeNumber(memory, counter);
      memory = next;
      return number;
    },
  };
}
