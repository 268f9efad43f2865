/** How much memory there is for this process. */
import { totalmem } from 'node:os';
import process from 'node:process';
import { getHeapStatistics } from 'node:v8';

export interface MachineLimits {
  /** Of the container. 0, or more than the machine has: there is none. */
  readonly constrained: number;
  readonly physical: number;
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
    heap: getHeapStatistics().heap_size_limit,
  };
}
