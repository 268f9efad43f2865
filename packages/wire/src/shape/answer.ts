/** Shapes one answer of the model into the parts a target accepts, and the results of its calls. */
import type { AiStep, Seal, SpokenBlock, ThinkingBlock } from '@interlock/transcript';
import { shapeInteraction } from './interaction-parts.ts';
import { acceptedMedia } from './media-kind.ts';
import type { ModelPart, ResultPart, ThinkingPart, UserPart } from './message.ts';
import { blockSeal } from './seal-token.ts';
import type { ShapeContext } from './shape-context.ts';
import { isBlank, isUnsealedText, mediaText, spokenText } from './spoken-text.ts';

export interface ShapedAnswer {
  /** The list is not shared: the receiver may add to it. */
  readonly parts: ModelPart[];
  readonly results: readonly ResultPart[];
  /** Parts that follow the results in the user message: media moved out of them, or results written as text. */
  readonly after: UserPart[];
}

export function shapeAnswer(step: AiStep, at: number, context: ShapeContext): ShapedAnswer {
  const parts: ModelPart[] = [];
  /** Calls written as text. Like real calls, they come after the text. */
  const callTexts: ModelPart[] = [];
  const results: ResultPart[] = [];
  const after: UserPart[] = [];
  for (const block of step.blocks) {
    if (block.type === 'interaction') {
      const shaped = shapeInteraction(block, at, context);
      (shaped.isText ? callTexts : parts).push(shaped.part);
      if (shaped.result !== undefined) results.push(shaped.result);
      for (const later of shaped.after) after.push(later);
      continue;
    }
    const part = block.type === 'thinking' ? thinkingPart(block, at, context) : spokenPart(block, at, context);
    if (part !== undefined) parts.push(part);
  }
  for (const part of callTexts) parts.push(part);
  // Thinking without anything after it (an aborted turn) cannot be sent alone: OAR-008, XAI-001, MIS-013.
  if (parts.every(isThinking)) return { parts: [], results, after };
  return { parts: context.traits.callsLast ? withTextsFirst(parts) : parts, results, after };
}

function isThinking({ type }: ModelPart): boolean {
  return type === 'thinking';
}

/** XCT-007: text after a call moves before the first one; thinking keeps its place among the calls (ANT-043). */
function withTextsFirst(parts: ModelPart[]): ModelPart[] {
  const first = parts.findIndex(isCall);
  if (first === -1 || parts.findLastIndex(isSpoken) < first) return parts;
  const later = parts.slice(first);
  const spoken = later.filter(isSpoken);
  return [...parts.slice(0, first), ...spoken, ...later.filter((part) => !isSpoken(part))];
}

function isCall({ type }: ModelPart): boolean {
  return type === 'call';
}

function isSpoken({ type }: ModelPart): boolean {
  return type === 'text' || type === 'media' || type === 'provider-tool';
}

/** Undefined if there is nothing to send. */
function spokenPart(block: SpokenBlock, at: number, context: ShapeContext): ModelPart | undefined {
  if (isUnsealedText(block)) return isBlank(block.text) ? undefined : block;
  if (block.type === 'media') {
    const media = acceptedMedia(context.traits, 'model', block);
    // As an item, a picture that the provider made is sent back even where the model's messages hold no media.
    const isTaken = media !== undefined || context.traits.thinking.replay === 'items';
    const seal = isTaken ? blockSeal(block.seal, 'media', at, context) : undefined;
    if (seal !== undefined) return { type: 'media', block: media ?? block, seal };
    if (media !== undefined) return { type: 'media', block: media };
    if (mediaText(block) === undefined) {
      context.notes.media.push({ step: at, outcome: 'replaced', mimeType: block.mimeType });
    }
  }
  // A signature covers the original part (GEM-013): it does not go with a placeholder.
  const seal = block.type === 'media' ? undefined : blockSeal(block.seal, 'text', at, context);
  const text = spokenText(block);
  // ANT-028: some targets refuse whitespace alone, and it has no meaning.
  if (seal === undefined && isBlank(text)) return undefined;
  return seal === undefined ? { type: 'text', text } : { type: 'text', text, seal };
}

/** Undefined for thinking that cannot be sent back. */
function thinkingPart({ thought, seal }: ThinkingBlock, at: number, context: ShapeContext): ThinkingPart | undefined {
  const { replay } = context.traits.thinking;
  if (context.plain || replay === 'none') return dropped(seal, at, context);
  const sealed = replay === 'signed' || replay === 'items' || replay === 'signatures' || replay === 'reasoning_details';
  if (!sealed) return thought === '' ? undefined : { type: 'thinking', text: thought };
  const token = blockSeal(seal, 'thinking', at, context);
  if (token === undefined) return undefined;
  const prefix = seal?.prefix === undefined ? {} : { prefix: seal.prefix };
  return { type: 'thinking', text: thought, seal: token, ...prefix };
}

function dropped(seal: Seal | undefined, at: number, context: ShapeContext): undefined {
  if (seal !== undefined)
    context.notes.seals.push({ step: at, block: 'thinking', outcome: 'dropped', why: 'not-taken' });
  return undefined;
}

/** A part of an answer, as a separate message. */
interface Portion {
  readonly parts: ModelPart[];
  readonly results: readonly ResultPart[];
}

/**
 * Splits an answer with more calls than a message may have (OAC-027), each part with the results of its calls. Results are in
 * the order of their calls. Text after a call stays after it.
 */
export function portionsOf(
  parts: ModelPart[],
  results: readonly ResultPart[],
  mostCalls: number | undefined,
): readonly Portion[] {
  if (mostCalls === undefined || results.length <= mostCalls) return [{ parts, results }];
  const portions: Portion[] = [];
  let from = 0;
  let answered = 0;
  let calls = 0;
  parts.forEach((part, at) => {
    if (part.type !== 'call') return;
    if (calls - answered === mostCalls) {
      portions.push({ parts: parts.slice(from, at), results: results.slice(answered, calls) });
      from = at;
      answered = calls;
    }
    calls += 1;
  });
  return [...portions, { parts: parts.slice(from), results: results.slice(answered) }];
}
