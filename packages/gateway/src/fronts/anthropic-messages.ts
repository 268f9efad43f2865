/** Anthropic's Messages, for its SDKs and for Claude Code. */
import { protocolOf, writeSse } from '@interlock/wire';
import type { Front } from './front.ts';
import { allOf } from './read-fields.ts';

export const anthropicMessages: Front = {
  protocol: protocolOf('anthropic-messages'),
  streamType: 'text/event-stream; charset=utf-8',
  writeFrame: writeSse,
  idPrefix: 'msg_',
  headers: (requestId) => ({ 'request-id': requestId }),
  wantsStream: (body) => body['stream'] === true,
  passedHeaders: ['anthropic-beta', 'anthropic-version'],
  readFields: {
    ...allOf('model', 'messages', 'system', 'tools', 'max_tokens', 'temperature', 'top_p', 'stop_sequences', 'stream'),
    ...allOf('tool_choice', 'thinking', 'cache_control', 'output_format'),
    output_config: allOf('effort', 'format'),
  },
};
