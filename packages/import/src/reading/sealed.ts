/** The seal of a block, to spread into it; an empty token seals nothing. */
import type { Origin, Seal } from '@interlock/transcript';
import type { ProtocolName } from '@interlock/wire';

export interface Token {
  readonly protocol: ProtocolName;
  /** The wire field it came from. */
  readonly field: string;
  readonly value: string;
  /** The provider's id of the sealed item. */
  readonly item?: string;
}

export function sealed({ item = '', ...token }: Token, origin: Origin): { readonly seal?: Seal } {
  if (token.value === '' && item === '') return {};
  return { seal: { ...origin, ...token, ...(item === '' ? {} : { item }) } };
}
