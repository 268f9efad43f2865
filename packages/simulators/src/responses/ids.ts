/** Ids in the styles of the real ones, from the numbers the world gives out. */
import { createHash } from 'node:crypto';
import type { World } from '../world.ts';
import type { ResponsesModel } from './models.ts';

function digest(world: World, encoding: 'hex' | 'base64'): string {
  return createHash('sha512').update(`${world.account}/${world.endpoint}/${world.next()}`).digest(encoding);
}

/** `rs_`, `msg_`, `fc_`, `resp_` and 48 hexadecimal digits. */
export function nextId(prefix: string, world: World): string {
  return `${prefix}_${digest(world, 'hex').slice(0, 48)}`;
}

/** Copilot's are opaque, long, and of a form nobody else would take (OAR-028). */
export function nextItemId(prefix: string, { maker }: ResponsesModel, world: World): string {
  return maker === 'copilot' ? `${digest(world, 'base64')}${digest(world, 'base64')}` : nextId(prefix, world);
}

/** BDR-005: Mantle counts from zero in every response. */
export function nextCallId(index: number, { maker }: ResponsesModel, world: World): string {
  return maker === 'mantle' ? `call_${index}` : `call_${digest(world, 'hex').slice(0, 24)}`;
}
