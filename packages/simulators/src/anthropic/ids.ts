/** Ids as this API writes them: a prefix, and 22 letters and digits that are hard to confuse. */
import { nextId } from '../api/ids.ts';
import type { World } from '../api/world.ts';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function newId(prefix: string, world: World): string {
  return prefix + nextId(world, 22, alphabet);
}
