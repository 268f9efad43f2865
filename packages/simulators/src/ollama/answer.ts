/** The model's answer, as /api/chat writes it: one object, or a line for every piece (OLL-001). */

import type { ApiResponse } from '../api/api.ts';
import type { JsonObject } from '../api/json.ts';
import { jsonResponse } from '../api/json-response.ts';
import type { World } from '../api/world.ts';
import { type AnswerCall, type AnswerParts, type AnswerPiece, callsIn, cut, textOfKind } from './answer-parts.ts';
import type { ChatRequest } from './chat-request.ts';
import { json, line } from './errors.ts';

/** Nanoseconds that a token takes here. */
const pace = 1_000_000;

export function writeChat(answered: AnswerParts, request: ChatRequest, prompt: number, world: World): ApiResponse {
  const about = { model: request.name, created_at: new Date(world.now() * 1000).toISOString() };
  const spokenLine = (message: JsonObject): JsonObject => ({
    ...about,
    message: { role: 'assistant', content: '', ...message },
    done: false,
  });
  const end = ending(answered, prompt);
  if (!request.stream) {
    const body = { ...about, message: wholeMessage(answered), ...end };
    return jsonResponse(200, body, json);
  }
  const last = { ...about, message: { role: 'assistant', content: '' }, ...end };
  const lines = [...answered.parts.flatMap(piecesOf).map(spokenLine), last];
  return {
    status: 200,
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map(line),
  };
}

/** The answer of /api/chat to a chat without messages: the model is loaded. */
export function writeLoaded(request: ChatRequest, world: World): ApiResponse {
  const body = {
    model: request.name,
    created_at: new Date(world.now() * 1000).toISOString(),
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: 'load',
  };
  return jsonResponse(200, body, json);
}

function ending({ stop, tokens }: AnswerParts, prompt: number): JsonObject {
  return {
    done: true,
    done_reason: stop,
    total_duration: (prompt + tokens + 1) * pace,
    load_duration: pace,
    prompt_eval_count: prompt,
    prompt_eval_duration: prompt * pace,
    eval_count: tokens,
    eval_duration: tokens * pace,
  };
}

function wholeMessage(answered: AnswerParts): JsonObject {
  const thinking = textOfKind(answered, 'thinking');
  const calls = callsIn(answered);
  return {
    role: 'assistant',
    content: textOfKind(answered, 'text'),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
  };
}

/** Texts come in pieces, a call whole. */
function piecesOf(part: AnswerPiece): readonly JsonObject[] {
  if (part.kind === 'call') return [{ tool_calls: [callOf(part)] }];
  return cut(part.text).map((text) => (part.kind === 'text' ? { content: text } : { thinking: text }));
}

function callOf({ id, index, name, args }: AnswerCall): JsonObject {
  return { id, function: { index, name, arguments: args } };
}
