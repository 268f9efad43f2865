/** Anthropic's Messages API, and the servers that speak it. */
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
import { anthropicTraits } from './traits.ts';

const version = '2023-06-01';

export const anthropicMessages: Protocol = {
  name: 'anthropic-messages',
  framing: 'sse',
  traits: anthropicTraits,
  list: 'messages',
  path: () => '/messages',
  headers: (key) => ({ 'anthropic-version': version, ...(key === undefined ? {} : { 'x-api-key': key }) }),
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
