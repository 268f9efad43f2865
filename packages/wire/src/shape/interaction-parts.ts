/** Shapes a call with its completion into the parts a target accepts: native, as text, or as a tool its provider ran. */
import { type Interaction, sameOrigin } from '@interlock/transcript';
import { writeCall, writeResult } from '../prompt-tools/text-form.ts';
import type { ThinkingReplay } from '../traits/traits.ts';
import type { ModelPart, ResultPart, UserPart } from './message.ts';
import { movedMedia, providerToolText } from './model-texts.ts';
import { completionText, resultPart } from './result-part.ts';
import { blockSeal } from './seal-token.ts';
import type { ShapeScene } from './shape-scene.ts';
import { spokenText } from './spoken-text.ts';

export interface ShapedInteraction {
  readonly part: ModelPart;
  /** A call as text, for a target without tools. */
  readonly told: boolean;
  readonly result: ResultPart | undefined;
  readonly after: readonly UserPart[];
}

export function shapeInteraction(interaction: Interaction, at: number, scene: ShapeScene): ShapedInteraction {
  const { call } = interaction;
  if (call.executor === 'provider') {
    return { part: providerTool(interaction, at, scene), told: false, result: undefined, after: none };
  }
  const native = scene.traits.tools === 'native';
  const name = scene.names.project(call.name);
  const id = native ? scene.ids.project({ id: call.id, name, rawId: call.rawId }) : '';
  scene.notes.ids.push({ canonical: call.id, call: id, result: id });
  const { part: result, moved, replaced } = resultPart(interaction, id, name, scene.traits);
  for (const mimeType of replaced) {
    scene.notes.media.push({ step: at, outcome: 'replaced', mimeType, callId: call.id });
  }
  if (moved.length > 0) scene.notes.media.push({ step: at, outcome: 'moved', callId: call.id });
  const after = moved.length === 0 ? none : [{ type: 'text', text: movedMedia(name) } as const, ...moved];
  if (!native) {
    const told = { type: 'text', text: writeResult(name, result.text, result.isError) } as const;
    const part = { type: 'text', text: writeCall(name, call.parameters) } as const;
    return { part, told: true, result: undefined, after: [told, ...after] };
  }
  // A signature covers the original part, including its name.
  const token = blockSeal(call.seal, 'call', at, scene, scene.names.isEdited(call.name));
  const part = { type: 'call', canonicalId: call.id, id, name, args: call.parameters } as const;
  return { part: token === undefined ? part : { ...part, seal: token }, told: false, result, after };
}

const none: readonly UserPart[] = [];

/** Run by the provider itself: its own block type, never answered by a client result (ANT-007…009); text for all others. */
function providerTool({ call, completion }: Interaction, at: number, scene: ShapeScene): ModelPart {
  const { name, parameters, rawId = '' } = call;
  const seal = completion.kind === 'real' ? completion.seal : undefined;
  const field = seal?.field ?? '';
  const { replay } = scene.traits.thinking;
  const isOwn = ownResults[replay]?.test(field) === true && (replay === 'signed' || isWhole(completion));
  if (seal !== undefined && !scene.plain && isOwn) {
    const kept = sameOrigin(seal, scene.origin);
    const outcome = kept ? ({ outcome: 'replayed' } as const) : ({ outcome: 'dropped', why: 'other-origin' } as const);
    scene.notes.seals.push({ step: at, block: 'provider-tool', ...outcome });
    if (kept) {
      const result = { field, value: seal.value, ...(seal.item === undefined ? {} : { item: seal.item }) };
      return { type: 'provider-tool', id: rawId, name, args: parameters, result };
    }
  }
  const texts = [completionText(completion), ...completion.attachments.map(spokenText)];
  const result = texts.filter((text) => text !== '').join('\n\n');
  return { type: 'text', text: providerToolText(name, JSON.stringify(parameters), result) };
}

/**
 * The results that a protocol accepts back unchanged, by how it sends thinking back. Of OpenAI's items only those that are
 * complete on their own.
 */
const ownResults: Readonly<Partial<Record<ThinkingReplay, RegExp>>> = {
  signed: /^[a-z_]+_tool_result$/,
  items: /^(?:web|file)_search_call$/,
  signatures: /^(?:toolResponse|codeExecutionResult)$/,
};

/** The original holds everything that is known of the result. Anything added to it since would be lost. */
function isWhole(completion: Interaction['completion']): boolean {
  if (completion.kind !== 'real' || completion.seal === undefined || completion.attachments.length > 0) return false;
  const { result, error, seal } = completion;
  return error === undefined && seal.value.includes(JSON.stringify(result));
}
