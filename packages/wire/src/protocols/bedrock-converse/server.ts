/** What a server of Amazon's Converse API does: reads requests and writes answers. `index.ts` adds the client's half. */
import type { ServerProtocol } from '../protocol.ts';
import { decodeRequest, detectRequest } from './decode-request/decode-request.ts';
import { encodeResponse, startEncoding } from './encode-response/encode-response.ts';
import { encodeFailure } from './failures.ts';

export const server: ServerProtocol<'bedrock-converse'> = {
  name: 'bedrock-converse',
  home: 'bedrock',
  list: 'messages',
  detectRequest,
  decodeRequest,
  encodeResponse,
  startEncoding,
  encodeFailure,
};
