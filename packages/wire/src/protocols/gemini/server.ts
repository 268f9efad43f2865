/** The server's half of the Gemini API: reads requests and writes answers. `index.ts` is the client's half. */
import type { ServerProtocol } from '../protocol.ts';
import { answers } from './answer-form.ts';
import { camelFields } from './camel-fields.ts';
import { decodeRequest, detectRequest } from './decode-request/decode-request.ts';
import { encodeResponse, startEncoding } from './encode-response/encode-response.ts';
import { encodeFailure } from './failures.ts';
import { isServerTool } from './server-tool.ts';
import { identity } from './traits.ts';

export const server: ServerProtocol<'gemini'> = {
  ...identity,
  detectRequest,
  decodeRequest,
  spelled: camelFields,
  encodeResponse,
  startEncoding,
  encodeFailure,
  isProviderPart: isServerTool,
  answers,
};
