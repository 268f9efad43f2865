/** What a server of the Responses API does: reads requests and writes answers. `index.ts` adds the client's half. */
import type { ServerProtocol } from '../protocol.ts';
import { decodeRequest, detectRequest } from './decode-request/decode-request.ts';
import { encodeResponse, startEncoding } from './encode-response/encode-response.ts';
import { encodeFailure } from './failures.ts';

export const server: ServerProtocol<'openai-responses'> = {
  name: 'openai-responses',
  home: 'openai',
  list: 'input',
  detectRequest,
  decodeRequest,
  encodeResponse,
  startEncoding,
  encodeFailure,
};
