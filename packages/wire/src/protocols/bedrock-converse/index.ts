/** Amazon Bedrock's Converse API: one form for the models of all vendors there. */
import type { Protocol } from '../protocol.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { classify } from './failures.ts';
import { rules } from './rules/index.ts';
import { server } from './server.ts';
import { traits } from './traits.ts';

export const bedrockConverse: Protocol<'bedrock-converse'> = {
  ...server,
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
