/** generateContent, for Google's SDKs and the Gemini CLI. The model and whether to stream are in the path. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, protocolOf, writeSse } from '@interlock/wire';
import type { Front } from './front.ts';
import { allOf } from './read-fields.ts';

const protocol = protocolOf('gemini');

export const gemini: Front = {
  protocol,
  streamType: 'text/event-stream',
  writeFrame: writeSse,
  idPrefix: '',
  isOwnTool: (tool) => ['name', 'function', 'toolSpec'].every((name) => tool[name] === undefined),
  headers: (requestId) => ({ 'x-request-id': requestId }),
  wantsStream: (body) => body['stream'] === true,
  passedHeaders: [],
  // Google sends thoughts only on request, and older clients take them for the answer.
  wantsThinking: (body) => asObject(configOf(body)?.['thinkingConfig'])?.['includeThoughts'] === true,
  refuse: (body) => {
    const count = configOf(body)?.['candidateCount'];
    if (typeof count !== 'number' || count <= 1) return undefined;
    const message = 'candidateCount must be 1: the gateway gives one answer to a request.';
    return { reason: 'invalid-request', message };
  },
  readFields: {
    ...allOf('model', 'stream', 'contents', 'tools', 'systemInstruction', 'serviceTier'),
    toolConfig: { functionCallingConfig: allOf('mode', 'allowedFunctionNames') },
    generationConfig: {
      ...allOf('maxOutputTokens', 'temperature', 'topP', 'stopSequences', 'candidateCount'),
      ...allOf('responseMimeType', 'responseSchema', 'responseJsonSchema'),
      ...allOf('topK', 'seed', 'frequencyPenalty', 'presencePenalty'),
      thinkingConfig: allOf('thinkingBudget', 'thinkingLevel', 'includeThoughts'),
    },
  },
};

function configOf(body: JsonObject): JsonObject | undefined {
  return asObject(protocol.spelled?.(body)['generationConfig']);
}
