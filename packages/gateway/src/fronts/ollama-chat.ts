/** Ollama's own chat API: lines of JSON, streamed unless the client says otherwise (OLL-001). */
import { protocolOf, writeNdjson } from '@interlock/wire';
import type { Front } from './front.ts';
import { withTimes } from './ollama-times.ts';
import { allOf } from './read-fields.ts';

export const ollamaChat: Front = {
  protocol: protocolOf('ollama-chat'),
  streamType: 'application/x-ndjson',
  writeFrame: writeNdjson,
  idPrefix: '',
  isOwnTool: (tool) => tool['function'] !== undefined,
  headers: (requestId) => ({ 'x-request-id': requestId }),
  wantsStream: (body) => body['stream'] !== false,
  passedHeaders: [],
  // Clients load and unload a model in this way before and after they use it.
  answerAtOnce: ({ model = '', messages = [], keep_alive: keepAlive }, now) => {
    if (!Array.isArray(messages) || messages.length > 0) return undefined;
    return {
      model,
      created_at: new Date(now).toISOString(),
      message: { role: 'assistant', content: '' },
      done_reason: keepAlive === 0 ? 'unload' : 'load',
      done: true,
    };
  },
  reshape: (_, now) => withTimes(now),
  readFields: {
    ...allOf('model', 'messages', 'tools', 'stream', 'think', 'format'),
    options: {
      ...allOf('temperature', 'top_p', 'num_predict', 'stop', 'top_k', 'min_p', 'seed'),
      ...allOf('frequency_penalty', 'presence_penalty', 'repeat_penalty'),
    },
  },
};
