/** The stream events of one item while it is written. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { type CallEvent, summaryPart, textPart } from './reply-items.ts';

/** A block whose item is not finished. */
export interface OpenBlock {
  readonly kind: 'thinking' | 'text' | 'call';
  readonly id: string;
  /** The position of its item in the output; undefined while it is held back. */
  position: number | undefined;
  text: string;
  call?: CallEvent;
  /** Fields of a text that only this API has: `annotations` and `logprobs`; and whether it is a `refusal`. */
  fields: JsonObject;
  /** The log probabilities for the next delta. */
  logprobs: readonly JsonValue[];
}

export function added({ position }: OpenBlock, item: JsonObject): JsonObject {
  return { type: 'response.output_item.added', output_index: position ?? 0, item };
}

function positionOf({ kind, id, position }: OpenBlock): JsonObject {
  const within = { thinking: { summary_index: 0 }, text: { content_index: 0 }, call: {} }[kind];
  return { item_id: id, output_index: position ?? 0, ...within };
}

export function partAdded(block: OpenBlock): JsonObject {
  return block.kind === 'thinking'
    ? { type: 'response.reasoning_summary_part.added', ...positionOf(block), part: summaryPart('') }
    : { type: 'response.content_part.added', ...positionOf(block), part: textPart('', block.fields) };
}

const deltas = {
  thinking: 'response.reasoning_summary_text.delta',
  text: 'response.output_text.delta',
  call: 'response.function_call_arguments.delta',
} as const;

export function deltaOf(block: OpenBlock, delta: string): JsonObject {
  if (block.fields['refusal'] === true) return { type: 'response.refusal.delta', ...positionOf(block), delta };
  const logprobs = block.kind === 'text' ? { logprobs: block.logprobs } : {};
  return { type: deltas[block.kind], ...positionOf(block), delta, ...logprobs };
}

export function annotationAdded(block: OpenBlock, annotation: JsonValue, at: number): JsonObject {
  const type = 'response.output_text.annotation.added';
  return { type, ...positionOf(block), annotation_index: at, annotation };
}

export function textDone(block: OpenBlock): readonly JsonObject[] {
  const { kind, text, fields } = block;
  if (kind === 'text') {
    const whole =
      fields['refusal'] === true
        ? { type: 'response.refusal.done', ...positionOf(block), refusal: text }
        : { type: 'response.output_text.done', ...positionOf(block), text, logprobs: fields['logprobs'] ?? [] };
    return [whole, { type: 'response.content_part.done', ...positionOf(block), part: textPart(text, fields) }];
  }
  if (text === '') return [];
  return [
    { type: 'response.reasoning_summary_text.done', ...positionOf(block), text },
    { type: 'response.reasoning_summary_part.done', ...positionOf(block), part: summaryPart(text) },
  ];
}

export function argumentsDone(block: OpenBlock, args: string): JsonObject {
  return { type: 'response.function_call_arguments.done', ...positionOf(block), arguments: args };
}
