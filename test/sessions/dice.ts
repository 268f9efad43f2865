/** All random choices of a walk, from one seed. */
import { mulberry32 } from '../conformance/mulberry32.ts';

export interface Dice {
  readonly random: () => number;
  chance(probability: number): boolean;
  /** An integer from 0 to `count` - 1. */
  below(count: number): number;
  pick<T>(items: readonly T[]): T;
}

export function createDice(seed: number): Dice {
  const random = mulberry32(seed);
  const below = (count: number): number => Math.floor(random() * count);
  return {
    random,
    below,
    chance: (probability) => random() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
