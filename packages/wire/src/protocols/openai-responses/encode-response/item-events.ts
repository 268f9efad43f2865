/** The stream events of one item while it is written. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { type CallEvent, rawPart, summaryPart, textPart } from './reply-items.ts';

/** A block whose item is not finished. */
export interface OpenBlock {
  readonly kind: 'thinking' | 'text' | 'call';
  readonly id: string;
  /** The position of its item in the output; undefined while it is held back. */
  position: number | undefined;
  text: string;
  call?: CallEvent;
  /** Fields of a text that only this API has: `annotations` and `logprobs`; whether it is a `refusal`; whether thinking is `reasoning_text`. */
  fields: JsonObject;
  /** The log probabilities for the next delta. */
  logprobs: readonly JsonValue[];
}

export function added({ position }: OpenBlock, item: JsonObject): JsonObject {
  return { type: 'response.output_item.added', output_index: position ?? 0, item };
}

/** Whether it is the model's own thinking, not a summary. */
export function isRaw({ fields }: OpenBlock): boolean {
  return fields['reasoning_text'] === true;
}

function positionOf(block: OpenBlock): JsonObject {
  const { kind, id, position } = block;
  const thinking = isRaw(block) ? { content_index: 0 } : { summary_index: 0 };
  const within = { thinking, text: { content_index: 0 }, call: {} }[kind];
  return { item_id: id, output_index: position ?? 0, ...within };
}

export function partAdded(block: OpenBlock): JsonObject {
  if (isRaw(block)) return { type: 'response.content_part.added', ...positionOf(block), part: rawPart('') };
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
  if (isRaw(block)) return { type: 'response.reasoning_text.delta', ...positionOf(block), delta };
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
  if (isRaw(block)) {
    return [
      { type: 'response.reasoning_text.done', ...positionOf(block), text },
      { type: 'response.content_part.done', ...positionOf(block), part: rawPart(text) },
    ];
  }
  return [
    { type: 'response.reasoning_summary_text.done', ...positionOf(block), text },
    { type: 'response.reasoning_summary_part.done', ...positionOf(block), part: summaryPart(text) },
  ];
}

export function argumentsDone(block: OpenBlock, args: string): JsonObject {
  return { type: 'response.function_call_arguments.done', ...positionOf(block), arguments: args };
}
