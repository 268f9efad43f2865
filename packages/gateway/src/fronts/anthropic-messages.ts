/** Anthropic's Messages, for its SDKs and for Claude Code. */
import { protocolOf, writeSse } from '@interlock/wire';
import type { Front } from './front.ts';

export const anthropicMessages: Front = {
  protocol: protocolOf('anthropic-messages'),
  streamType: 'text/event-stream; charset=utf-8',
  writeFrame: writeSse,
  idPrefix: 'msg_',
  headers: (requestId) => ({ 'request-id': requestId }),
  wantsStream: (body) => body['stream'] === true,
  passedHeaders: ['anthropic-beta', 'anthropic-version'],
  readFields: new Set([
    ...['model', 'messages', 'system', 'tools', 'max_tokens', 'temperature', 'top_p', 'stop_sequences', 'stream'],
    ...['tool_choice', 'thinking', 'output_config', 'cache_control'],
  ]),
};
