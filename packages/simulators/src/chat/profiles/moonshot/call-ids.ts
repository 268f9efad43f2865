/**
 * The ids of a model's calls, which depend on its family. `callId` is not told the model, so the model of the answer that is being
 * written is noted for each world directly before: nothing comes between, since an answer is written in one go.
 */
import type { World } from '../../../world.ts';
import { kimiModel } from './models.ts';

export interface CallIds {
  note(model: string, world: World): void;
  idOf(name: string, index: number, before: number, world: World): string;
}

export function createCallIds(): CallIds {
  const answering = new WeakMap<World, string>();
  return {
    note: (model, world) => {
      answering.set(world, model);
    },
    idOf: (name, index, before, world) =>
      kimiModel(answering.get(world)).family === 'k3' ? `${name}:${index}` : `functions.${name}:${before + index}`,
  };
}
