/**
 * Writes the model's answer as a stream of `chat.completion.chunk`s, in pieces so small that a client has to join them.
 */

import type { ApiResponse } from '../api/api.ts';
import { dataEvent, doneEvent } from '../api/events.ts';
import { objectOf } from '../api/json.ts';
import { piecesOf } from '../api/pieces.ts';
import { thinkingChunk, toolCallOf, type Written, type WrittenPart } from './answer.ts';
import type { AcceptedRequest } from './behaviour.ts';
import type { ChatProfile } from './profile.ts';

type Delta = Readonly<Record<string, unknown>>;

/** Characters of a delta. */
export const pieceLength = 5;

export function writeStream(profile: ChatProfile, written: Written, asked: AcceptedRequest): ApiResponse {
  const { behaviour } = profile;
  const usageLast = behaviour?.usage === 'last';
  const usageAsked = !usageLast && objectOf(asked.body['stream_options'])['include_usage'] === true;
  const chunk = (choices: readonly unknown[], usage?: unknown): string =>
    dataEvent({
      id: written.id,
      object: 'chat.completion.chunk',
      created: written.created,
      model: asked.model,
      ...written.envelope,
      choices,
      ...(usage === undefined ? (usageAsked ? { usage: null } : {}) : { usage }),
    });
  const choice = (delta: Delta, finishReason: string | null): readonly unknown[] => [
    { index: 0, delta, logprobs: null, finish_reason: finishReason },
  ];
  const deltas = writeDeltas(written, behaviour?.wholeCalls === true);
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    body: [
      ...deltas.map((delta) => chunk(choice(delta, null))),
      chunk(choice({}, written.finishReason), usageLast ? written.usage : undefined),
      ...(usageAsked ? [chunk([], written.usage)] : []),
      doneEvent,
    ],
  };
}

function writeDeltas(written: Written, wholeCalls: boolean): readonly Delta[] {
  const { parts } = written;
  const firstCall = parts.findIndex((part) => part.kind === 'call');
  const said = firstCall < 0 ? parts : parts.slice(0, firstCall);
  const rest = firstCall < 0 ? [] : parts.slice(firstCall);
  return [
    { role: 'assistant', content: said.length === 0 && rest.length > 0 ? null : '' },
    ...said.flatMap((part) => partDeltas(part, written, wholeCalls)),
    ...written.extraDeltas,
    ...rest.flatMap((part) => partDeltas(part, written, wholeCalls)),
  ];
}

function partDeltas(part: WrittenPart, { thinkingField }: Written, wholeCalls: boolean): readonly Delta[] {
  if (part.kind === 'text') return piecesOf(part.text, pieceLength).map((piece) => ({ content: piece }));
  if (part.kind === 'thinking') {
    if (!thinkingField) return [];
    return piecesOf(part.text, pieceLength).map((piece) =>
      thinkingField === 'chunks' ? { content: [thinkingChunk(piece)] } : { [thinkingField]: piece },
    );
  }
  if (wholeCalls) return [{ tool_calls: [{ index: part.index, ...toolCallOf(part) }] }];
  return [
    { tool_calls: [{ index: part.index, ...toolCallOf(part, '') }] },
    ...piecesOf(part.args, pieceLength).map((piece) => ({
      tool_calls: [
        { index: part.index, ...(part.custom ? { custom: { input: piece } } : { function: { arguments: piece } }) },
      ],
    })),
  ];
}
