/** Anthropic's Messages, for its SDKs and for Claude Code. Message threads are not stored: a request that continues one is refused. */
import { asObject, protocolOf, writeSse } from '@interlock/wire';
import type { Front } from './front.ts';
import { allOf } from './read-fields.ts';

const protocol = protocolOf('anthropic-messages');

/** This code makes the SDK send the whole conversation again, as it does when a thread has expired. */
const notFound = 'thread_not_found';

export const anthropicMessages: Front = {
  protocol,
  streamType: 'text/event-stream; charset=utf-8',
  writeFrame: writeSse,
  keepAlive: { event: 'ping', data: '{"type":"ping"}' },
  idPrefix: 'msg_',
  isOwnTool: ({ type = 'custom', input_schema: schema }) =>
    schema !== undefined || !/^(?:custom|function)$/.test(`${type}`),
  headers: (requestId) => ({ 'request-id': requestId }),
  wantsStream: (body) => body['stream'] === true,
  passedHeaders: ['anthropic-beta', 'anthropic-version'],
  readFields: {
    ...allOf('model', 'messages', 'system', 'tools', 'max_tokens', 'temperature', 'top_p', 'stop_sequences', 'stream'),
    ...allOf('tool_choice', 'cache_control', 'output_format', 'top_k', 'service_tier', 'thread'),
    thinking: allOf('type', 'budget_tokens', 'display'),
    metadata: allOf('user_id'),
    output_config: allOf('effort', 'format'),
  },
  withheld: new Set(['thread']),
  refuse: (body) => {
    if (asObject(body['thread'])?.['type'] !== 'continue') return undefined;
    const message =
      'thread: not found. The gateway stores no message threads: send the whole conversation in messages.';
    return { reason: 'invalid-request', message, code: notFound };
  },
  encodeFailure: (failure) => {
    const { status, body } = protocol.encodeFailure(failure);
    if (failure.code !== notFound) return { status, body };
    const error = { ...asObject(body['error']), type: 'not_found_error', details: { error_code: notFound } };
    return { status: 404, body: { ...body, error } };
  },
};
