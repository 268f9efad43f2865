/** Anthropic's Messages API, and other servers that implement it. This is the client's half; `server.ts` is the server's. */
import type { ClientProtocol } from '../protocol.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { classify } from './failures.ts';
import { rules } from './rules/index.ts';
import { identity, traits } from './traits.ts';

const version = '2023-06-01';

export const anthropicMessages: ClientProtocol<'anthropic-messages'> = {
  ...identity,
  framing: 'sse',
  traits,
  path: () => '/messages',
  headers: { 'anthropic-version': version },
  keyHeader: { name: 'x-api-key' },
  addsVersion: true,
  encodeMessage,
  encodeBody,
  decodeResponse,
  startDecoding,
  rules,
  repairs: {
    synthesized: 'ANT-001',
    moved: 'ANT-001',
    orphan: 'ANT-003',
    'paired-by-position': 'ANT-003',
    deduplicated: 'ANT-004',
    identified: 'ANT-005',
    'arguments-reshaped': 'ANT-014',
  },
  classify,
};
