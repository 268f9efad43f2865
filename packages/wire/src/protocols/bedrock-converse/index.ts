/**
 * Amazon Bedrock's Converse API: one format for the models of all vendors. This is the client's half; `server.ts` is the
 * server's.
 */
import type { ClientProtocol } from '../protocol.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { classify } from './failures.ts';
import { rules } from './rules/index.ts';
import { identity, traits } from './traits.ts';

export const bedrockConverse: ClientProtocol<'bedrock-converse'> = {
  ...identity,
  framing: 'aws-event-stream',
  traits,
  path: (model, stream) => `/model/${encodeURIComponent(model)}/${stream ? 'converse-stream' : 'converse'}`,
  headers: {},
  keyHeader: { name: 'authorization', prefix: 'Bearer ' },
  encodeMessage,
  encodeBody,
  decodeResponse,
  startDecoding,
  rules,
  repairs: {
    synthesized: 'CNV-009',
    moved: 'CNV-009',
    orphan: 'CNV-010',
    'paired-by-position': 'CNV-010',
    deduplicated: 'CNV-011',
    identified: 'CNV-003',
    'arguments-reshaped': 'CNV-015',
  },
  classify,
};
