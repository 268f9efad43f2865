/** OpenAI's Chat Completions, and everything compatible with it: the differences are traits. */
import type { Protocol } from '../protocol.ts';
import { decodeRequest, detectRequest } from './decode-request/decode-request.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { encodeResponse, startEncoding } from './encode-response/encode-response.ts';
import { classify, encodeFailure } from './failures.ts';
import { rules } from './rules/index.ts';
import { traits } from './traits.ts';

export const openaiChat: Protocol<'openai-chat'> = {
  name: 'openai-chat',
  home: 'openai',
  framing: 'sse',
  traits,
  list: 'messages',
  path: () => '/chat/completions',
  headers: {},
  keyHeader: { name: 'authorization', prefix: 'Bearer ' },
  encodeMessage,
  encodeBody,
  bodyLooksAtEnd: true,
  decodeResponse,
  startDecoding,
  detectRequest,
  decodeRequest,
  encodeResponse,
  startEncoding,
  encodeFailure,
  rules,
  repairs: {
    synthesized: 'OAC-001',
    moved: 'OAC-001',
    orphan: 'OAC-002',
    'paired-by-position': 'OAC-002',
    deduplicated: 'OAC-026',
  },
  classify,
};
