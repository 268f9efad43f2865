/** The OpenAI Responses API, and everybody else's endpoint of that name. */
import type { Protocol } from '../../protocol.ts';
import { decodeRequest } from './decode-request.ts';
import { decodeResponse } from './decode-response.ts';
import { startDecoding } from './decode-stream.ts';
import { encodeBody } from './encode-body.ts';
import { encodeMessage } from './encode-message.ts';
import { encodeResponse } from './encode-response.ts';
import { startEncoding } from './encode-stream.ts';
import { classify, encodeFailure } from './failures.ts';
import { rules } from './rules.ts';
import { traits } from './traits.ts';

export const openaiResponses: Protocol = {
  name: 'openai-responses',
  framing: 'sse',
  traits,
  list: 'input',
  path: () => '/responses',
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  encodeMessage,
  encodeBody,
  decodeResponse,
  startDecoding,
  decodeRequest,
  encodeResponse,
  startEncoding,
  encodeFailure,
  rules,
  classify,
};
