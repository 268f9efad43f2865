/** Writes what the model says as a stream of `chat.completion.chunk`s, in pieces so small that a client has to gather them. */
import type { ApiResponse } from '../api.ts';
import { thinkingChunk, toolCallOf, type Written, type WrittenPart } from './answer.ts';
import { objectOf } from './json.ts';
import type { Asked, ChatProfileWithManners } from './manners.ts';

type Delta = Readonly<Record<string, unknown>>;

const pieceLength = 5;

export function writeStream(profile: ChatProfileWithManners, written: Written, asked: Asked): ApiResponse {
  const { manners } = profile;
  const usageLast = manners?.usage === 'last';
  const usageAsked = !usageLast && objectOf(asked.body['stream_options'])['include_usage'] === true;
  const chunk = (choices: readonly unknown[], usage?: unknown): string =>
    event({
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
  const deltas = writeDeltas(written, manners?.wholeCalls === true);
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    body: [
      ...deltas.map((delta) => chunk(choice(delta, null))),
      chunk(choice({}, written.finishReason), usageLast ? written.usage : undefined),
      ...(usageAsked ? [chunk([], written.usage)] : []),
      'data: [DONE]\n\n',
    ],
  };
}

export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** Whole characters only: half of a surrogate pair is no text. */
export function pieces(text: string): readonly string[] {
  const characters = [...text];
  const cut: string[] = [];
  for (let at = 0; at < characters.length; at += pieceLength) {
    cut.push(characters.slice(at, at + pieceLength).join(''));
  }
  return cut;
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
  if (part.kind === 'text') return pieces(part.text).map((piece) => ({ content: piece }));
  if (part.kind === 'thinking') {
    if (!thinkingField) return [];
    return pieces(part.text).map((piece) =>
      thinkingField === 'chunks' ? { content: [thinkingChunk(piece)] } : { [thinkingField]: piece },
    );
  }
  const call = toolCallOf(part);
  if (wholeCalls) return [{ tool_calls: [{ index: part.index, ...call }] }];
  const opened = { ...call, function: { name: part.name, arguments: '' } };
  return [
    { tool_calls: [{ index: part.index, ...opened }] },
    ...pieces(part.args).map((piece) => ({ tool_calls: [{ index: part.index, function: { arguments: piece } }] })),
  ];
}
