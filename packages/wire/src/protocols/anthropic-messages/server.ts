/** The server's half of Anthropic's Messages API: reads requests and writes answers. `index.ts` is the client's half. */
import { prefixDigests } from '../prefix-digest.ts';
import type { ServerProtocol } from '../protocol.ts';
import { answers } from './answer-form.ts';
import { decodeRequest, detectRequest } from './decode-request/decode-request.ts';
import { encodeResponse, startEncoding } from './encode-response/encode-response.ts';
import { encodeFailure } from './failures.ts';
import { isProviderPart } from './server-tools.ts';
import { identity } from './traits.ts';

export const server: ServerProtocol<'anthropic-messages'> = {
  ...identity,
  detectRequest,
  decodeRequest,
  encodeResponse,
  startEncoding,
  encodeFailure,
  isProviderPart,
  answers,
  prefixDigests,
};
