/**
 * OpenAI's Chat Completions, and everything compatible with it: the differences are traits. This is the client's half;
 * `server.ts` is the server's.
 */
import type { ClientProtocol } from '../protocol.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { classify } from './failures.ts';
import { rules } from './rules/index.ts';
import { identity, traits } from './traits.ts';

export const openaiChat: ClientProtocol<'openai-chat'> = {
  ...identity,
  framing: 'sse',
  traits,
  path: () => '/chat/completions',
  headers: {},
  keyHeader: { name: 'authorization', prefix: 'Bearer ' },
  encodeMessage,
  encodeBody,
  decodeResponse,
  startDecoding,
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
