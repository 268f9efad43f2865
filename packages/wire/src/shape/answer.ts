/** One answer of the model as the parts a target takes, and the results of its calls. */
import type { AiStep, Seal, SpokenBlock } from '@interlock/transcript';
import { blockSeal } from './block-seal.ts';
import { shapeInteraction } from './interaction-parts.ts';
import { takesMedia } from './media-kind.ts';
import type { ModelPart, ResultPart, ThinkingPart, UserPart } from './message.ts';
import type { ShapeScene } from './shape-scene.ts';
import { spokenText } from './spoken-text.ts';

export interface ShapedAnswer {
  readonly parts: readonly ModelPart[];
  readonly results: readonly ResultPart[];
  /** What has to follow the results in the user's message: media moved out of them, or results told as text. */
  readonly after: readonly UserPart[];
}

export function shapeAnswer(step: AiStep, at: number, scene: ShapeScene): ShapedAnswer {
  const parts: ModelPart[] = [];
  /** Calls told as text: like real ones they stand after what was said. */
  const told: ModelPart[] = [];
  const results: ResultPart[] = [];
  const after: UserPart[] = [];
  for (const block of step.blocks) {
    if (block.type === 'thinking') parts.push(...thinkingParts(block.thought, block.seal, at, scene));
    else if (block.type !== 'interaction') parts.push(...spokenParts(block, at, scene));
    else {
      const shaped = shapeInteraction(block, at, scene);
      (shaped.told ? told : parts).push(shaped.part);
      if (shaped.result !== undefined) results.push(shaped.result);
      after.push(...shaped.after);
    }
  }
  parts.push(...told);
  // Thinking that led to nothing (an aborted turn) cannot be given back alone: OAR-008, XAI-001, MIS-013.
  if (parts.every(({ type }) => type === 'thinking')) return { parts: [], results, after };
  return { parts: scene.traits.callsLast ? withTextsFirst(parts) : parts, results, after };
}

/** XCT-007: what was said after a call moves before the first one; thinking keeps its place among the calls (ANT-043). */
function withTextsFirst(parts: readonly ModelPart[]): readonly ModelPart[] {
  const first = parts.findIndex(({ type }) => type === 'call');
  if (first === -1 || !parts.some(({ type }, index) => index > first && isSpoken(type))) return parts;
  const later = parts.slice(first);
  const spoken = later.filter(({ type }) => isSpoken(type));
  return [...parts.slice(0, first), ...spoken, ...later.filter(({ type }) => !isSpoken(type))];
}

function isSpoken(type: ModelPart['type']): boolean {
  return type === 'text' || type === 'media' || type === 'provider-tool';
}

function spokenParts(block: SpokenBlock, at: number, scene: ShapeScene): readonly ModelPart[] {
  if (block.type === 'media' && takesMedia(scene.traits, 'model', block)) return [{ type: 'media', block }];
  if (block.type === 'media' && block.encoding !== 'text') scene.notes.media.push({ step: at, outcome: 'replaced' });
  const seal = blockSeal(block.seal, 'text', at, scene);
  const text = spokenText(block);
  // ANT-028: white space alone is refused by some and says nothing to anybody.
  if (seal === undefined && text.trim() === '') return [];
  return [seal === undefined ? { type: 'text', text } : { type: 'text', text, seal }];
}

function thinkingParts(
  thought: string,
  seal: Seal | undefined,
  at: number,
  scene: ShapeScene,
): readonly ThinkingPart[] {
  const { replay } = scene.traits.thinking;
  if (scene.plain || replay === 'none') return dropped(seal, at, scene);
  const sealed = replay === 'signed' || replay === 'items' || replay === 'signatures' || replay === 'reasoning_details';
  if (!sealed) return thought === '' ? [] : [{ type: 'thinking', text: thought }];
  const token = blockSeal(seal, 'thinking', at, scene);
  if (token === undefined) return [];
  const prefix = seal?.prefix === undefined ? {} : { prefix: seal.prefix };
  return [{ type: 'thinking', text: thought, seal: token, ...prefix }];
}

function dropped(seal: Seal | undefined, at: number, scene: ShapeScene): readonly never[] {
  if (seal !== undefined) scene.notes.seals.push({ step: at, block: 'thinking', outcome: 'dropped', why: 'not-taken' });
  return [];
}
