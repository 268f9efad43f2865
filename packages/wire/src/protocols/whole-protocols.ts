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

/** The protocol itself, if it is given as a value. */
export function protocolOf(given: string | Protocol): Protocol {
  if (typeof given !== 'string') return given;
  return protocols.find(({ name }) => name === given) ?? unknownProtocol(given);
}

/** `importRequest` for a protocol by its name, or a custom one. A client's half is read by the server's half of the same name. */
export function importNamedRequest(
  given: ProtocolName | (string & {}) | ClientProtocol | ServerProtocol,
  body: JsonValue,
  origin?: Origin,
): ReadRequest {
  if (typeof given !== 'object' || given === null) return importRequest(protocolOf(asText(given)), body, origin);
  return importRequest('decodeRequest' in given ? given : protocolOf(given.name), body, origin);
}

/** `detectProtocol` among all known protocols, or among others. */
export function detectKnownProtocol(body: JsonValue, among: readonly Protocol[] = protocols): Protocol | undefined {
  return detectProtocol(body, among);
}
