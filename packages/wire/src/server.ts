/** `@interlock/wire/server`: the server's halves without the client's: reads requests of any API and writes answers. */

import type { ProtocolName } from './protocols/index.ts';
import { servers } from './protocols/known-servers.ts';
import type { ServerProtocol } from './protocols/protocol.ts';

export type { ReadRequest } from './decode-request/read-request.ts';
export type { Failure, FailureReason } from './failure/failure.ts';
export { detectProtocol } from './protocols/detect-protocol.ts';
export { importRequest, RequestReading } from './protocols/import-request.ts';
export type { DetectionConfidence, Encoding, ReplyHead, ServerProtocol } from './protocols/protocol.ts';
export type { ReplyEvent, StopReason, Usage } from './reply/events.ts';
export type { Frame } from './transport/frame.ts';

/** In the order in which they are tried. */
export const serverProtocols: readonly ServerProtocol<ProtocolName>[] = Object.values(servers);
