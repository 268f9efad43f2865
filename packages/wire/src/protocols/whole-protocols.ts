/** The protocols with both halves. Preparing and sending must not import this: a client's bundle would contain the servers. */
import type { JsonValue, Origin } from '@interlock/transcript';
import type { ReadRequest } from '../decode-request/read-request.ts';
import { asText } from '../json/json.ts';
import { detectProtocol } from './detect-protocol.ts';
import { importRequest } from './import-request.ts';
import { clientProtocols, type ProtocolName, unknownProtocol } from './index.ts';
import { servers } from './known-servers.ts';
import type { ClientProtocol, Protocol, ServerProtocol } from './protocol.ts';

export const protocols: readonly Protocol<ProtocolName>[] = clientProtocols.map((client) => ({
  ...servers[client.name],
  ...client,
}));

/** The protocol itself, if it is wanted as a value. */
export function protocolOf(wanted: string | Protocol): Protocol {
  if (typeof wanted !== 'string') return wanted;
  return protocols.find(({ name }) => name === wanted) ?? unknownProtocol(wanted);
}

/** `importRequest` for a protocol by its name, or a custom one. A client's half is read by the server's half of the same name. */
export function importNamedRequest(
  wanted: ProtocolName | (string & {}) | ClientProtocol | ServerProtocol,
  body: JsonValue,
  origin?: Origin,
): ReadRequest {
  if (typeof wanted !== 'object' || wanted === null) return importRequest(protocolOf(asText(wanted)), body, origin);
  return importRequest('decodeRequest' in wanted ? wanted : protocolOf(wanted.name), body, origin);
}

/** `detectProtocol` among all known protocols, or among others. */
export function detectKnownProtocol(body: JsonValue, among: readonly Protocol[] = protocols): Protocol | undefined {
  return detectProtocol(body, among);
}
