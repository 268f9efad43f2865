/** Google's Gemini API: `generateContent` and `streamGenerateContent`. This is the client's half; `server.ts` is the server's. */
import type { ClientProtocol } from '../protocol.ts';
import { decodeResponse, startDecoding } from './decode-response/decode-response.ts';
import { encodeBody } from './encode-request/encode-body.ts';
import { encodeMessage } from './encode-request/encode-message.ts';
import { classify } from './failures.ts';
import { rules } from './rules/index.ts';
import { identity, traits } from './traits.ts';

export const gemini: ClientProtocol<'gemini'> = {
  ...identity,
  framing: 'sse',
  traits,
  path,
  headers: {},
  keyHeader: { name: 'x-goog-api-key' },
  addsVersion: true,
  encodeMessage,
  encodeBody,
  decodeResponse,
  startDecoding,
  rules,
  repairs: {
    synthesized: 'GEM-001',
    moved: 'GEM-001',
    orphan: 'GEM-003',
    'paired-by-position': 'GEM-003',
    deduplicated: 'GEM-001',
    'arguments-reshaped': 'GEM-019',
  },
  classify,
};

/** Without `alt=sse` a stream is one long JSON list. A model's name cannot leave `models/`, whatever segments it contains. */
function path(model: string, stream: boolean): string {
  const name = model
    .replace(/^models\//, '')
    .split('/')
    .filter((step) => step !== '.' && step !== '..')
    .map(encodeURIComponent)
    .join('/');
  return `/models/${name}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`;
}
