/** Ollama's own chat API: lines of JSON, streamed unless the client says otherwise (OLL-001). */
import { protocolOf, writeNdjson } from '@interlock/wire';
import type { Front } from './front.ts';
import { allOf } from './read-fields.ts';

export const ollamaChat: Front = {
  protocol: protocolOf('ollama-chat'),
  streamType: 'application/x-ndjson',
  writeFrame: writeNdjson,
  idPrefix: '',
  optionalCallIds: true,
  headers: (requestId) => ({ 'x-request-id': requestId }),
  wantsStream: (body) => body['stream'] !== false,
  passedHeaders: [],
  readFields: {
    ...allOf('model', 'messages', 'tools', 'stream', 'think', 'format'),
    options: {
      ...allOf('temperature', 'top_p', 'num_predict', 'stop', 'top_k', 'min_p', 'seed'),
      ...allOf('frequency_penalty', 'presence_penalty', 'repeat_penalty'),
    },
  },
};
