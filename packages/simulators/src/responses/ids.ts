/** Ids in the styles of the makers of this API. */
import { hexadecimal, letters, nextId } from '../api/ids.ts';
import type { World } from '../api/world.ts';
import type { ResponsesModel } from './models.ts';

/** `resp_`, `rs_`, `msg_`, `fc_` and 48 hexadecimal digits. */
export function nextPrefixedId(prefix: string, world: World): string {
  return `${prefix}_${nextId(world, 48, hexadecimal)}`;
}

/** Copilot's ids are opaque, long, and in a form that no other API accepts (OAR-028). */
export function nextItemId(prefix: string, { maker }: ResponsesModel, world: World): string {
  if (maker !== 'copilot') return nextPrefixedId(prefix, world);
  const block = (): string => `${nextId(world, 86, `${letters}+/`)}==`;
  return block() + block();
}

/** BDR-005: Mantle counts from zero in every response. */
export function nextCallId(index: number, { maker }: ResponsesModel, world: World): string {
  return maker === 'mantle' ? `call_${index}` : `call_${nextId(world, 24, hexadecimal)}`;
}
