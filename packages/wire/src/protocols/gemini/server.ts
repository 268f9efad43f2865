/** What a server of the Gemini API does: reads requests and writes answers. `index.ts` adds the client's half. */
import type { ServerProtocol } from '../protocol.ts';
import { decodeRequest, detectRequest } from './decode-request/decode-request.ts';
import { encodeResponse, startEncoding } from './encode-response/encode-response.ts';
import { encodeFailure } from './failures.ts';

export const server: ServerProtocol<'gemini'> = {
  name: 'gemini',
  home: 'google',
  list: 'contents',
  detectRequest,
  decodeRequest,
  encodeResponse,
  startEncoding,
  encodeFailure,
};
