/**
 * The client's half of each protocol, by name. To add one: a folder with the same files as its siblings, a line in `known.ts`
 * and one in `known-servers.ts`.
 */
import { ConfigError } from '../failure/errors.ts';
import { presentable } from '../failure/redact.ts';
import * as known from './known.ts';
import type { ClientProtocol } from './protocol.ts';

/** The names of the known protocols. Many providers share one; a provider may offer several. */
export type ProtocolName = (typeof known)[keyof typeof known]['name'];

export const clientProtocols: readonly ClientProtocol<ProtocolName>[] = Object.values(known);

export const protocolNames: readonly ProtocolName[] = clientProtocols.map(({ name }) => name);

export function clientProtocolOf(wanted: string): ClientProtocol {
  return clientProtocols.find(({ name }) => name === wanted) ?? unknownProtocol(wanted);
}

export function unknownProtocol(wanted: string): never {
  throw new ConfigError(
    'unknown-protocol',
    `Unknown protocol "${presentable(wanted, 64)}".`,
    `Use ${protocolNames.join(', ')}.`,
  );
}
