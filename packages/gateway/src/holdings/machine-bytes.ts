/** How much memory there is for this process. */
import { totalmem } from 'node:os';
import process from 'node:process';
import { getHeapStatistics } from 'node:v8';

export interface MachineLimits {
  /** Of the container. 0, or more than the machine has: there is none. */
  readonly constrained: number;
  readonly physical: number;
  /** Of V8. */
  readonly heap: number;
}

/** What the program itself needs. */
const program = 64 * 1024 * 1024;

/** Half of what the program leaves is for what is held for clients; the other half is for garbage. */
export function mostHeld({ constrained, physical, heap }: MachineLimits = machineLimits()): number {
  const container = constrained > 0 && constrained <= physical ? constrained : physical;
  const all = Math.min(container, heap);
  return Math.floor(Math.max(all - program, all / 4) / 2);
}

function machineLimits(): MachineLimits {
  return {
    constrained: process.constrainedMemory(),
    physical: totalmem(),
    heap: oldSpace([...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/), ...process.execArgv]),
  };
}

/**
 * What lives longer than a moment must fit into the old space. With this option, V8's own limit is larger by up to 192 MB for young values,
 * and more than that cannot be known; without it, by a few.
 */
export function oldSpace(options: readonly string[], limit: number = getHeapStatistics().heap_size_limit): number {
  const given = options.flatMap((option) => /^--max[-_]old[-_]space[-_]size=(\d+)$/.exec(option)?.[1] ?? []);
  const megabytes = Number(given.at(-1) ?? 0);
  return megabytes === 0 ? limit : Math.min(limit, megabytes * 1024 * 1024);
}
