/** Shapes a call with its completion into the parts a target accepts: native, as text, or as a tool its provider ran. */
import { type Completion, type Interaction, type JsonValue, type SpokenBlock, sameOrigin } from '@interlock/transcript';
import { writeCall, writeResult } from '../prompt-tools/text-form.ts';
import { mediaFollows, movedMedia, noOutput, providerToolText } from '../texts/model-texts.ts';
import { freeFormInput } from '../tools/free-form.ts';
import type { ThinkingReplay, Traits } from '../traits/traits.ts';
import { acceptedMedia, mediaKindOf } from './media-kind.ts';
import type { MediaPart, ModelPart, ResultPart, UserPart } from './message.ts';
import { blockSeal } from './seal-token.ts';
import type { ShapeContext } from './shape-context.ts';
import { isBlank, mediaText, spokenText } from './spoken-text.ts';

export interface ShapedInteraction {
  readonly part: ModelPart;
  /** The call is written as text, for a target without tools. */
  readonly isText: boolean;
  readonly result: ResultPart | undefined;
  readonly after: readonly UserPart[];
}

export function shapeInteraction(interaction: Interaction, at: number, context: ShapeContext): ShapedInteraction {
  const { call } = interaction;
  if (call.executor === 'provider') {
    return { part: providerTool(interaction, at, context), isText: false, result: undefined, after: none };
  }
  const native = context.traits.tools === 'native';
  const name = context.names.project(call.name);
  const id = native ? context.ids.project({ id: call.id, name, rawId: call.rawId }) : '';
  context.notes.ids.push({ canonical: call.id, call: id, result: id });
  const { part: result, moved, replaced } = resultPart(interaction, id, name, context.traits);
  for (const mimeType of replaced) {
    context.notes.media.push({ step: at, outcome: 'replaced', mimeType, callId: call.id });
  }
  if (moved.length > 0) context.notes.media.push({ step: at, outcome: 'moved', callId: call.id });
  const after = moved.length === 0 ? none : [{ type: 'text', text: movedMedia(name) } as const, ...moved];
  if (!native) {
    const answer = { type: 'text', text: writeResult(name, result.text, result.isError) } as const;
    const part = { type: 'text', text: writeCall(name, call.parameters) } as const;
    return { part, isText: true, result: undefined, after: [answer, ...after] };
  }
  // A signature covers the original part, including its name.
  const token = blockSeal(call.seal, 'call', at, context, context.names.isEdited(call.name));
  const plain = { type: 'call', canonicalId: call.id, id, name, args: call.parameters } as const;
  const part = token === undefined ? plain : { ...plain, seal: token };
  const input = call.freeForm && context.traits.customTools ? freeFormInput(call.parameters) : undefined;
  if (input === undefined) return { part, isText: false, result, after };
  return { part: { ...part, input }, isText: false, result: { ...result, ofFreeForm: true }, after };
}

const none: readonly never[] = [];

/** A tool that the provider ran: its own block type, never answered by a client's result (ANT-007…009). For other providers it is text. */
function providerTool({ call, completion }: Interaction, at: number, context: ShapeContext): ModelPart {
  const { name, parameters, rawId = '' } = call;
  const seal = completion.kind === 'real' ? completion.seal : undefined;
  const field = seal?.field ?? '';
  const { replay } = context.traits.thinking;
  const isOwn = ownResults[replay]?.test(field) === true && (replay === 'signed' || isWhole(completion));
  if (seal !== undefined && !context.plain && isOwn) {
    const isOrigin = sameOrigin(seal, context.origin);
    const outcome = isOrigin
      ? ({ outcome: 'replayed' } as const)
      : ({ outcome: 'dropped', why: 'other-origin' } as const);
    context.notes.seals.push({ step: at, block: 'provider-tool', ...outcome });
    if (isOrigin) {
      const result = { field, value: seal.value, ...(seal.item === undefined ? {} : { item: seal.item }) };
      return { type: 'provider-tool', id: rawId, name, args: parameters, result };
    }
  }
  const texts = [completionText(completion), ...completion.attachments.map(spokenText)];
  const result = texts.filter((text) => text !== '').join('\n\n');
  return { type: 'text', text: providerToolText(name, JSON.stringify(parameters), result) };
}

/**
 * The results that a protocol accepts back unchanged, by how it sends thinking back. For OpenAI these are only the items that are
 * complete on their own.
 */
const ownResults: Readonly<Partial<Record<ThinkingReplay, RegExp>>> = {
  signed: /^[a-z_]+_tool_result$/,
  items: /^(?:web|file)_search_call$/,
  signatures: /^(?:toolResponse|codeExecutionResult)$/,
};

/** Whether the original contains everything that is known about the result: anything that was added since would be lost. */
function isWhole(completion: Interaction['completion']): boolean {
  if (completion.kind !== 'real' || completion.seal === undefined || completion.attachments.length > 0) return false;
  const { result, error, seal } = completion;
  return error === undefined && seal.value.includes(JSON.stringify(result));
}

interface ShapedResult {
  readonly part: ResultPart;
  /** Media that must follow in a user message (OAC-012, GEM-030). */
  readonly moved: readonly MediaPart[];
  /** The types of media that were replaced by placeholders. */
  readonly replaced: readonly string[];
}

/** Shapes a completion into a result the target accepts: its value, all of it as text, and the media it may contain. */
function resultPart(interaction: Interaction, id: string, name: string, traits: Traits): ShapedResult {
  const { call, completion } = interaction;
  const own = completionText(completion);
  const isError = completion.kind === 'synthetic' || completion.error !== undefined;
  const canonicalId = call.id;
  if (completion.attachments.length === 0) {
    const text = isBlank(own) ? noOutput : own;
    const value = completion.kind === 'synthetic' || isError ? text : (completion.result ?? noOutput);
    // Written out, because a history has many of these, and a spread costs more than everything else here.
    const part = { type: 'result', canonicalId, id, name, value, text, isError, media: none } as const;
    return { part, moved: none, replaced: none };
  }
  const { media, moved, texts, replaced } = sortAttachments(completion.attachments, isError, traits);
  const joined = [own, ...texts].filter((text) => !isBlank(text)).join('\n\n');
  // A picture alone is an output. An error says so in words (ANT-032).
  const text = joined === '' && (isError || media.length === 0) ? noOutput : joined;
  const value = completion.kind === 'synthetic' || isError ? text : valueBeside(completion.result, texts);
  return { part: { type: 'result', canonicalId, id, name, value, text, isError, media }, moved, replaced };
}

interface SortedAttachments {
  readonly media: readonly MediaPart[];
  readonly moved: readonly MediaPart[];
  readonly texts: readonly string[];
  readonly replaced: readonly string[];
}

/** Where the attachments of a result go: inside it, after it in a user message, or into its text. */
function sortAttachments(attachments: readonly SpokenBlock[], isError: boolean, traits: Traits): SortedAttachments {
  const media: MediaPart[] = [];
  const moved: MediaPart[] = [];
  const texts: string[] = [];
  const replaced: string[] = [];
  for (const block of attachments) {
    if (block.type !== 'media') {
      texts.push(spokenText(block));
      continue;
    }
    const isApart = isError && traits.media.apartFromErrors === true;
    const inside = isApart ? undefined : acceptedMedia(traits, 'results', block);
    const after = inside ?? acceptedMedia(traits, 'user', block);
    if (inside !== undefined) media.push({ type: 'media', block: inside });
    else if (after !== undefined && mediaKindOf(block) !== 'text') moved.push({ type: 'media', block: after });
    else {
      texts.push(spokenText(block));
      if (mediaText(block) === undefined) replaced.push(block.mimeType);
    }
  }
  if (moved.length > 0) texts.push(mediaFollows);
  return { media, moved, texts, replaced };
}

/** The value alone if there are no texts; otherwise value and texts, so that nothing is repeated or lost. */
function valueBeside(result: JsonValue, texts: readonly string[]): JsonValue {
  const beside = texts.filter((text) => !isBlank(text)).join('\n\n');
  if (beside === '') return result ?? noOutput;
  return result === null ? beside : { result, beside };
}

/** The text of a completion without attachments; '' for a tool that returned nothing. */
function completionText(completion: Completion): string {
  if (completion.kind === 'synthetic') return completion.text;
  const result = valueText(completion.result);
  if (completion.error === undefined) return result;
  return result === '' ? completion.error : `${completion.error}\n\n${result}`;
}

function valueText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
