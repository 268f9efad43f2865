/**
 * Ollama's own chat API: JSON lines, content as one string, calls without ids. This is the client's half; `server.ts` is the
 * server's.
 */
import type { ClientProtocol } from '../protocol.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { classify } from './failures.ts';
import { rules } from './rules/index.ts';
import { identity, traits } from './traits.ts';

export const ollamaChat: ClientProtocol<'ollama-chat'> = {
  ...identity,
  framing: 'ndjson',
  traits,
  path: () => '/api/chat',
  headers: {},
  // A local server needs no key; ollama.com does.
  keyHeader: { name: 'authorization', prefix: 'Bearer ' },
  encodeMessage,
  encodeBody,
  decodeResponse,
  startDecoding,
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
