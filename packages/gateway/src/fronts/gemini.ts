/** generateContent, for Google's SDKs and the Gemini CLI. The model and whether to stream are in the path. */
import { protocolOf, writeSse } from '@interlock/wire';
import type { Front } from './front.ts';
import { allOf } from './read-fields.ts';

export const gemini: Front = {
  protocol: protocolOf('gemini'),
  streamType: 'text/event-stream',
  writeFrame: writeSse,
  idPrefix: '',
  headers: (requestId) => ({ 'x-request-id': requestId }),
  wantsStream: (body) => body['stream'] === true,
  passedHeaders: [],
  readFields: {
    ...allOf('model', 'stream', 'contents', 'tools', 'systemInstruction', 'system_instruction', 'tool_config'),
    ...allOf('generation_config'),
    toolConfig: allOf('functionCallingConfig'),
    generationConfig: {
      ...allOf('maxOutputTokens', 'temperature', 'topP', 'stopSequences', 'thinkingConfig', 'candidateCount'),
      ...allOf('responseMimeType', 'responseSchema', 'responseJsonSchema'),
    },
  },
};
