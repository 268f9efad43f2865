/** A model's answer in Converse's format: whole, or as events (CNV-028, CNV-029). */

import type { Written } from '../../anthropic/answer.ts';
import type { ApiResponse } from '../../api/api.ts';
import { argumentText } from '../../api/call-arguments.ts';
import { nextId } from '../../api/ids.ts';
import { type JsonObject, objectOf, parseJson, textOf } from '../../api/json.ts';
import { jsonResponse } from '../../api/json-response.ts';
import type { Answer, Part } from '../../api/model.ts';
import { piecesOf } from '../../api/pieces.ts';
import { tokensOf } from '../../api/tokens.ts';
import type { World } from '../../api/world.ts';
import { eventMessage } from '../event-stream.ts';
import { responseHeaders } from '../exceptions.ts';
import { padding } from '../invoke.ts';

/** A block as it is sent; `argumentText` if the stream has to show the text piece by piece. */
export interface AnswerBlock {
  readonly block: JsonObject;
  readonly argumentText?: string;
}

export interface ConverseAnswer {
  readonly blocks: readonly AnswerBlock[];
  readonly stop: Answer['stop'];
  readonly usage: JsonObject;
}

const stops: Readonly<Record<Answer['stop'], string>> = {
  end: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  filtered: 'content_filtered',
};

/** Every call gets its id here, before anything is signed. */
export function withIds(answer: Answer, world: World): Answer {
  const parts = answer.parts.map((part) =>
    'call' in part ? { ...part, id: part.id ?? `tooluse_${nextId(world, 22)}` } : part,
  );
  return { ...answer, parts };
}

/** The content Claude wrote. */
export function blocksOfClaude({ fields, argumentText: raw }: Written): readonly AnswerBlock[] {
  switch (fields['type']) {
    case 'text':
      return [{ block: { text: fields['text'] } }];
    case 'thinking': {
      const reasoningText = { text: fields['thinking'], signature: fields['signature'] };
      return [{ block: { reasoningContent: { reasoningText } } }];
    }
    case 'redacted_thinking': {
      const redactedContent = Buffer.from(textOf(fields['data']), 'utf8').toString('base64');
      return [{ block: { reasoningContent: { redactedContent } } }];
    }
    case 'tool_use':
      return [{ block: callBlock(textOf(fields['id']), textOf(fields['name']), raw ?? ''), argumentText: raw ?? '' }];
    default:
      return [];
  }
}

/** The content of any other model. */
export function blocksOfOtherModel(part: Part, thinks: boolean): readonly AnswerBlock[] {
  if ('think' in part) return thinks ? [{ block: { reasoningContent: { reasoningText: { text: part.think } } } }] : [];
  if ('say' in part) return part.say === '' ? [] : [{ block: { text: part.say } }];
  const raw = argumentText(part);
  return [{ block: callBlock(part.id ?? '', part.call, raw), argumentText: raw }];
}

/** Whole answers contain only objects: truncated arguments are lost there. */
function callBlock(toolUseId: string, name: string, raw: string): JsonObject {
  return { toolUse: { toolUseId, name, input: objectOf(parseJson(raw)?.value) } };
}

export function usageOf(inputTokens: number, blocks: readonly AnswerBlock[], cached: JsonObject = {}): JsonObject {
  const outputTokens = Math.max(1, tokensOf(blocks.map(({ block }) => JSON.stringify(block)).join('')));
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, ...cached };
}

const metrics: JsonObject = { latencyMs: 400 };

export function writeWhole({ blocks, stop, usage }: ConverseAnswer, world: World): ApiResponse {
  const message = { role: 'assistant', content: blocks.map(({ block }) => block) };
  const body = { metrics, output: { message }, stopReason: stops[stop], usage };
  return jsonResponse(200, body, responseHeaders(world));
}

export function writeStream({ blocks, stop, usage }: ConverseAnswer, world: World): ApiResponse {
  const events: readonly (readonly [string, JsonObject])[] = [
    ['messageStart', { role: 'assistant' }],
    ...blocks.flatMap(blockEvents),
    ['messageStop', { stopReason: stops[stop] }],
    ['metadata', { metrics, usage }],
  ];
  return {
    status: 200,
    headers: { ...responseHeaders(world), 'content-type': 'application/vnd.amazon.eventstream' },
    encoding: 'latin1',
    body: events.map(([type, payload], index) => eventMessage(type, { ...payload, p: padding(index) })),
  };
}

const pieceLength = 5;

function blockEvents(
  { block, argumentText: raw }: AnswerBlock,
  contentBlockIndex: number,
): readonly (readonly [string, JsonObject])[] {
  const delta = (value: JsonObject): readonly [string, JsonObject] => [
    'contentBlockDelta',
    { contentBlockIndex, delta: value },
  ];
  const stop = ['contentBlockStop', { contentBlockIndex }] as const;
  if (raw !== undefined) {
    const { toolUseId, name } = objectOf(block['toolUse']) as Record<string, unknown>;
    const start = { contentBlockIndex, start: { toolUse: { toolUseId, name } } };
    return [
      ['contentBlockStart', start],
      ...piecesOf(raw, pieceLength).map((input) => delta({ toolUse: { input } })),
      stop,
    ];
  }
  const { reasoningText, redactedContent } = objectOf(block['reasoningContent']) as Record<string, unknown>;
  if (redactedContent !== undefined) return [delta({ reasoningContent: { redactedContent } }), stop];
  if (reasoningText === undefined) {
    return [...piecesOf(textOf(block['text']), pieceLength).map((text) => delta({ text })), stop];
  }
  const { text, signature } = objectOf(reasoningText) as Record<string, unknown>;
  return [
    ...piecesOf(textOf(text), pieceLength).map((piece) => delta({ reasoningContent: { text: piece } })),
    ...(signature === undefined ? [] : [delta({ reasoningContent: { signature } })]),
    stop,
  ];
}
