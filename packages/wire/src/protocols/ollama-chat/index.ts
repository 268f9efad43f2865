/** Ollama's own chat API: JSON lines, one string of content, calls without ids. */
import type { Protocol } from '../protocol.ts';
import { decodeRequest, detectRequest } from './decode-request/decode-request.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { encodeResponse, startEncoding } from './encode-response/encode-response.ts';
import { classify, encodeFailure } from './failures.ts';
import { rules } from './rules/index.ts';
import { traits } from './traits.ts';

export const ollamaChat: Protocol<'ollama-chat'> = {
  name: 'ollama-chat',
  home: 'ollama',
  framing: 'ndjson',
  traits,
  list: 'messages',
  path: () => '/api/chat',
  headers: {},
  // A server at home wants no key; ollama.com does.
  keyHeader: { name: 'authorization', prefix: 'Bearer ' },
  encodeMessage,
  encodeBody,
  decodeResponse,
  startDecoding,
  detectRequest,
  decodeRequest,
  encodeResponse,
  startEncoding,
  encodeFailure,
  rules,
  repairs: {
    synthesized: 'OLL-004',
    moved: 'OLL-004',
    orphan: 'OLL-004',
    'paired-by-position': 'OLL-004',
    deduplicated: 'OLL-004',
    'arguments-reshaped': 'OLL-002',
  },
  classify,
};
