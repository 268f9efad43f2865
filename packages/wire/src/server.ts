/** `@interlock/wire/server`: the half that serves, without what asks: requests of any API are read, answers are written. */

import { server as anthropicMessages } from './protocols/anthropic-messages/server.ts';
import { server as bedrockConverse } from './protocols/bedrock-converse/server.ts';
import { server as gemini } from './protocols/gemini/server.ts';
import type { ProtocolName } from './protocols/index.ts';
import { server as ollamaChat } from './protocols/ollama-chat/server.ts';
import { server as openaiChat } from './protocols/openai-chat/server.ts';
import { server as openaiResponses } from './protocols/openai-responses/server.ts';
import type { ServerProtocol } from './protocols/protocol.ts';

export type { ReadRequest } from './decode-request/read-request.ts';
export type { Failure, FailureReason } from './failure/failure.ts';
export { detectProtocol } from './protocols/detect-protocol.ts';
export { importRequest } from './protocols/import-request.ts';
export type { DetectionConfidence, Encoding, ReplyHead, ServerProtocol } from './protocols/protocol.ts';
export type { ReplyEvent, StopReason, Usage } from './reply/events.ts';
export type { Frame } from './transport/frame.ts';

/** In the order in which they are asked about a body. */
export const serverProtocols: readonly ServerProtocol<ProtocolName>[] = [
  anthropicMessages,
  bedrockConverse,
  gemini,
  ollamaChat,
  openaiChat,
  openaiResponses,
];
