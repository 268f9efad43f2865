/** The protocols by name. Adding one is a folder with the same files as its siblings, and one line in `known.ts`. */
import type { JsonValue, Origin } from '@interlock/transcript';
import type { ReadRequest } from '../decode-request/read-request.ts';
import { ConfigError } from '../failure/errors.ts';
import { presentable } from '../failure/redact.ts';
import { asText } from '../json/json.ts';
import { detectProtocol } from './detect-protocol.ts';
import { importRequest } from './import-request.ts';
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

/** `importRequest` of a protocol by its name, or of one of your own. */
export function importNamedRequest(
  given: ProtocolName | (string & {}) | Protocol,
  body: JsonValue,
  origin?: Origin,
): ReadRequest {
  return importRequest(protocolOf(typeof given === 'object' && given !== null ? given : asText(given)), body, origin);
}

/** `detectProtocol` among all that we speak, or among others. */
export function detectKnownProtocol(body: JsonValue, among: readonly Protocol[] = protocols): Protocol | undefined {
  return detectProtocol(body, among);
}
