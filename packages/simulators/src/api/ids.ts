/** Ids that look random but are not, derived from the world's numbers. Their length and alphabet are each API's own. */
import { createHash } from 'node:crypto';
import type { World } from './world.ts';

export const letters: string = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
export const hexadecimal: string = '0123456789abcdef';

/** `length` characters of the alphabet, never repeated. */
export function nextId(world: World, length: number, alphabet: string = letters): string {
  const seed = `${world.account}/${world.endpoint}/${world.next()}`;
  let id = '';
  for (let block = 0; id.length < length; block += 1) {
    const digest = createHash('sha256').update(`${seed}/${block}`).digest();
    for (const byte of digest) id += alphabet.charAt(byte % alphabet.length);
  }
  return id.slice(0, length);
}
