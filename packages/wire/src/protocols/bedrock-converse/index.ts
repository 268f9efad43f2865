/** Amazon Bedrock's Converse API: one form for the models of all vendors there. */
import type { Protocol } from '../protocol.ts';
import { decodeRequest, detectRequest } from './decode-request/decode-request.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { encodeResponse, startEncoding } from './encode-response/encode-response.ts';
import { classify, encodeFailure } from './failures.ts';
import { rules } from './rules/index.ts';
import { traits } from './traits.ts';

export const bedrockConverse: Protocol<'bedrock-converse'> = {
  name: 'bedrock-converse',
  home: 'bedrock',
  framing: 'aws-event-stream',
  traits,
  list: 'messages',
  path: (model, stream) => `/model/${encodeURIComponent(model)}/${stream ? 'converse-stream' : 'converse'}`,
  headers: {},
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
