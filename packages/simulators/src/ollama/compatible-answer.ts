/** The model's answer, as OpenAI's and Anthropic's clients expect it from Ollama's compatible endpoints. */

import type { ApiResponse } from '../api/api.ts';
import { dataEvent, doneEvent, namedEvent } from '../api/events.ts';
import type { JsonObject } from '../api/json.ts';
import { jsonResponse } from '../api/json-response.ts';
import type { World } from '../api/world.ts';
import { type AnswerCall, type AnswerParts, type AnswerPiece, callsIn, cut, textOfKind } from './answer-parts.ts';
import type { ChatRequest } from './chat-request.ts';
import { json } from './errors.ts';

const events = { 'content-type': 'text/event-stream' } as const;

export function writeCompletion(
  answered: AnswerParts,
  request: ChatRequest,
  prompt: number,
  world: World,
): ApiResponse {
  const about = { created: world.now(), model: request.name, system_fingerprint: 'fp_ollama' };
  const id = `chatcmpl-${world.next()}`;
  const calls = callsIn(answered);
  const finish = calls.length > 0 ? 'tool_calls' : answered.stop;
  if (!request.stream) {
    const reasoning = textOfKind(answered, 'thinking');
    const message = {
      role: 'assistant',
      content: textOfKind(answered, 'text'),
      ...(reasoning === '' ? {} : { reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(completionCall) }),
    };
    const usage = { prompt_tokens: prompt, completion_tokens: answered.tokens, total_tokens: prompt + answered.tokens };
    const body = {
      id,
      object: 'chat.completion',
      ...about,
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    };
    return jsonResponse(200, body, json);
  }
  const chunk = (delta: JsonObject, reason: string | null): string => {
    const choices = [{ index: 0, delta: { role: 'assistant', content: '', ...delta }, finish_reason: reason }];
    return dataEvent({ id, object: 'chat.completion.chunk', ...about, choices });
  };
  const deltas = answered.parts.flatMap(completionDeltas).map((delta) => chunk(delta, null));
  return { status: 200, headers: events, body: [...deltas, chunk({}, finish), doneEvent] };
}

function completionDeltas(part: AnswerPiece): readonly JsonObject[] {
  if (part.kind === 'call') return [{ tool_calls: [completionCall(part)] }];
  return cut(part.text).map((text) => (part.kind === 'text' ? { content: text } : { reasoning: text }));
}

function completionCall({ id, index, name, args }: AnswerCall): JsonObject {
  return { id, index, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

export function writeMessage(answered: AnswerParts, request: ChatRequest, prompt: number, world: World): ApiResponse {
  const calls = callsIn(answered);
  const spent = answered.stop === 'length' ? 'max_tokens' : 'end_turn';
  const reason = calls.length > 0 ? 'tool_use' : spent;
  const about = { id: `msg_${world.next()}`, type: 'message', role: 'assistant', model: request.name };
  const usage = { input_tokens: prompt, output_tokens: answered.tokens };
  if (!request.stream) {
    const body = { ...about, content: answered.parts.map(blockOf), stop_reason: reason, stop_sequence: null, usage };
    return jsonResponse(200, body, json);
  }
  const message = {
    ...about,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 0 },
  };
  const body = [
    namedEvent('message_start', { message }),
    ...answered.parts.flatMap(blockEvents),
    namedEvent('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage }),
    namedEvent('message_stop', {}),
  ];
  return { status: 200, headers: events, body };
}

function blockEvents(part: AnswerPiece, index: number): readonly string[] {
  const start = part.kind === 'call' ? { ...blockOf(part), input: {} } : blockOf({ ...part, text: '' });
  return [
    namedEvent('content_block_start', { index, content_block: start }),
    ...blockDeltas(part).map((delta) => namedEvent('content_block_delta', { index, delta })),
    namedEvent('content_block_stop', { index }),
  ];
}

function blockDeltas(part: AnswerPiece): readonly JsonObject[] {
  if (part.kind === 'call') return [{ type: 'input_json_delta', partial_json: JSON.stringify(part.args) }];
  return cut(part.text).map((text) =>
    part.kind === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text },
  );
}

function blockOf(part: AnswerPiece): JsonObject {
  if (part.kind === 'call') return { type: 'tool_use', id: part.id, name: part.name, input: part.args };
  return part.kind === 'text' ? { type: 'text', text: part.text } : { type: 'thinking', thinking: part.text };
}
