/** The OpenAI Responses API, and other servers that implement it. This is the client's half; `server.ts` is the server's. */
import type { ClientProtocol } from '../protocol.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { classify } from './failures.ts';
import { rules } from './rules/index.ts';
import { identity, traits } from './traits.ts';

export const openaiResponses: ClientProtocol<'openai-responses'> = {
  ...identity,
  framing: 'sse',
  traits,
  path: () => '/responses',
  headers: {},
  keyHeader: { name: 'authorization', prefix: 'Bearer ' },
  encodeMessage,
  encodeBody,
  decodeResponse,
  startDecoding,
  rules,
  repairs: {
    // The position of a result does not matter here: a moved one is not refused.
    synthesized: 'OAR-001',
    orphan: 'OAR-002',
    'paired-by-position': 'OAR-002',
    identified: 'OAR-007',
  },
  classify,
};
