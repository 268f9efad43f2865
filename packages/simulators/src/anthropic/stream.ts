/** A message as stream events, for a client to reassemble. */

import { namedEvent } from '../api/events.ts';
import { type JsonObject, textOf } from '../api/json.ts';
import { piecesOf } from '../api/pieces.ts';
import { envelope, type Message, type Written } from './answer.ts';

export function streamMessage(message: Message): readonly string[] {
  const start = {
    ...envelope(message),
    stop_reason: null,
    stop_details: null,
    usage: { ...message.usage, output_tokens: 1, output_tokens_details: null, server_tool_use: null },
  };
  const blocks = message.content.map(streamBlock);
  const { stop_reason, stop_sequence, stop_details, container } = envelope(message) as Record<string, unknown>;
  return [
    namedEvent('message_start', { message: start }),
    ...(blocks.length === 0 ? [namedEvent('ping', {})] : []),
    // A ping comes after the first block has started.
    ...blocks.flatMap((events, index) =>
      index === 0 ? [...events.slice(0, 1), namedEvent('ping', {}), ...events.slice(1)] : events,
    ),
    namedEvent('message_delta', {
      delta: { stop_reason, stop_sequence, stop_details, container },
      usage: lastUsage(message.usage),
    }),
    namedEvent('message_stop', {}),
  ];
}

function lastUsage(usage: JsonObject): JsonObject {
  const { cache_creation: _, service_tier: __, ...rest } = usage;
  return rest;
}

function streamBlock({ fields, argumentText }: Written, index: number): readonly string[] {
  const start = (content_block: JsonObject): string => namedEvent('content_block_start', { index, content_block });
  const delta = (type: string, name: string, piece: string): string =>
    namedEvent('content_block_delta', { index, delta: { type, [name]: piece } });
  const stop = namedEvent('content_block_stop', { index });
  switch (fields['type']) {
    case 'text':
      return [
        start({ ...fields, text: '' }),
        ...cut(textOf(fields['text'])).map((piece) => delta('text_delta', 'text', piece)),
        stop,
      ];
    case 'thinking':
      return [
        start({ ...fields, thinking: '', signature: '' }),
        ...cut(textOf(fields['thinking'])).map((piece) => delta('thinking_delta', 'thinking', piece)),
        delta('signature_delta', 'signature', textOf(fields['signature'])),
        stop,
      ];
    case 'tool_use':
    case 'server_tool_use':
      return [
        start({ ...fields, input: {} }),
        delta('input_json_delta', 'partial_json', ''),
        ...cut(argumentText ?? '').map((piece) => delta('input_json_delta', 'partial_json', piece)),
        stop,
      ];
    default:
      return [start(fields), stop];
  }
}

/** Pieces of one to seven characters. */
function cut(text: string): readonly string[] {
  return piecesOf(text, (at) => 1 + ((at * 5 + 3) % 7));
}
