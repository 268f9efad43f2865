/** generateContent, for Google's SDKs and the Gemini CLI. The model and whether to stream are in the path. */
import { asObject, protocolOf, writeSse } from '@interlock/wire';
import type { Front } from './front.ts';
import { allOf } from './read-fields.ts';

export const gemini: Front = {
  protocol: protocolOf('gemini'),
  streamType: 'text/event-stream',
  writeFrame: writeSse,
  idPrefix: '',
  optionalCallIds: true,
  headers: (requestId) => ({ 'x-request-id': requestId }),
  wantsStream: (body) => body['stream'] === true,
  passedHeaders: [],
  refuse: (body) => {
    const config = asObject(body['generationConfig'] ?? body['generation_config']);
    const count = config?.['candidateCount'] ?? config?.['candidate_count'];
    if (typeof count !== 'number' || count <= 1) return undefined;
    const message = 'candidateCount must be 1: the gateway gives one answer to a request.';
    return { reason: 'invalid-request', message };
  },
  readFields: {
    ...allOf('model', 'stream', 'contents', 'tools', 'systemInstruction', 'system_instruction', 'tool_config'),
    ...allOf('generation_config'),
    toolConfig: allOf('functionCallingConfig'),
    generationConfig: {
      ...allOf('maxOutputTokens', 'temperature', 'topP', 'stopSequences', 'thinkingConfig', 'candidateCount'),
      ...allOf('responseMimeType', 'responseSchema', 'responseJsonSchema'),
      ...allOf('topK', 'seed', 'frequencyPenalty', 'presencePenalty'),
    },
  },
};
