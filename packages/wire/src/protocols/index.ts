/** The protocols by name. Adding one is a folder with the same files as its siblings, and one line in `known.ts`. */
import { ConfigError } from '../failure/errors.ts';
import { presentable } from '../failure/redact.ts';
import * as known from './known.ts';
import type { Protocol } from './protocol.ts';

/** The names of the protocols we speak. Many providers share one; a provider may offer several. */
export type ProtocolName = (typeof known)[keyof typeof known]['name'];

export const protocols: readonly Protocol<ProtocolName>[] = Object.values(known);

export const protocolNames: readonly ProtocolName[] = protocols.map(({ name }) => name);

/** The protocol itself, if it is given as one. */
export function protocolOf(given: string | Protocol): Protocol {
  if (typeof given !== 'string') return given;
  const found = protocols.find(({ name }) => name === given);
  if (found !== undefined) return found;
  throw new ConfigError(
    'unknown-protocol',
    `There is no protocol "${presentable(given, 64)}".`,
    `Use ${protocolNames.join(', ')}.`,
  );
}
