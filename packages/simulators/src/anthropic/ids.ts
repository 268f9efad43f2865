/** Ids as this API writes them: a prefix and 22 letters that look random and are not. */
import { createHash } from 'node:crypto';
import type { World } from '../world.ts';

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function newId(prefix: 'msg_01' | 'toolu_01' | 'srvtoolu_01' | 'req_011C', world: World): string {
  const digest = createHash('sha256').update(`${prefix}${world.next()}`).digest();
  return prefix + [...digest.subarray(0, 22)].map((byte) => letters[byte % letters.length]).join('');
}
