/** The server's half of Chat Completions: reads requests and writes answers. `index.ts` is the client's half. */
import type { ServerProtocol } from '../protocol.ts';
import { answers } from './answer-form.ts';
import { decodeRequest, detectRequest } from './decode-request/decode-request.ts';
import { encodeResponse, startEncoding } from './encode-response/encode-response.ts';
import { encodeFailure } from './failures.ts';
import { identity } from './traits.ts';

export const server: ServerProtocol<'openai-chat'> = {
  ...identity,
  detectRequest,
  decodeRequest,
  encodeResponse,
  startEncoding,
  encodeFailure,
  answers,
};
