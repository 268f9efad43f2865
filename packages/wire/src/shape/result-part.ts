/** Shapes a completion into a result the target accepts: its value, all of it as text, and the media it may contain. */
import type { Completion, Interaction, JsonValue, SpokenBlock } from '@interlock/transcript';
import type { Traits } from '../traits/traits.ts';
import { mediaKindOf, takenMedium } from './media-kind.ts';
import type { MediaPart, ResultPart } from './message.ts';
import { mediaFollows, noOutput } from './model-texts.ts';
import { isBlank, mediumText, spokenText } from './spoken-text.ts';

export interface ShapedResult {
  readonly part: ResultPart;
  /** Media that must follow in a user message (OAC-012, GEM-030). */
  readonly moved: readonly MediaPart[];
  /** The types of media that were replaced by placeholders. */
  readonly replaced: readonly string[];
}

const none: readonly never[] = [];

export function resultPart(interaction: Interaction, id: string, name: string, traits: Traits): ShapedResult {
  const { call, completion } = interaction;
  const own = completionText(completion);
  const isError = completion.kind === 'synthetic' || completion.error !== undefined;
  const canonicalId = call.id;
  if (completion.attachments.length === 0) {
    const text = isBlank(own) ? noOutput : own;
    const value = completion.kind === 'synthetic' || isError ? text : (completion.result ?? noOutput);
    // Written out: a history has many of these, and a spread costs more than all the rest.
    const part = { type: 'result', canonicalId, id, name, value, text, isError, media: none } as const;
    return { part, moved: none, replaced: none };
  }
  const { media, moved, texts, replaced } = sortAttachments(completion.attachments, traits);
  const joined = [own, ...texts].filter((text) => !isBlank(text)).join('\n\n');
  const text = joined === '' ? noOutput : joined;
  const value = completion.kind === 'synthetic' || isError ? text : valueBeside(completion.result, texts);
  return { part: { type: 'result', canonicalId, id, name, value, text, isError, media }, moved, replaced };
}

interface Sorted {
  readonly media: readonly MediaPart[];
  readonly moved: readonly MediaPart[];
  readonly texts: readonly string[];
  readonly replaced: readonly string[];
}

/** Attachments of a result: inside it, after it in a user message, or as text. */
function sortAttachments(attachments: readonly SpokenBlock[], traits: Traits): Sorted {
  const media: MediaPart[] = [];
  const moved: MediaPart[] = [];
  const texts: string[] = [];
  const replaced: string[] = [];
  for (const block of attachments) {
    if (block.type !== 'media') {
      texts.push(spokenText(block));
      continue;
    }
    const inside = takenMedium(traits, 'results', block);
    const after = inside ?? takenMedium(traits, 'user', block);
    if (inside !== undefined) media.push({ type: 'media', block: inside });
    else if (after !== undefined && mediaKindOf(block) !== 'text') moved.push({ type: 'media', block: after });
    else {
      texts.push(spokenText(block));
      if (mediumText(block) === undefined) replaced.push(block.mimeType);
    }
  }
  if (moved.length > 0) texts.push(mediaFollows);
  return { media, moved, texts, replaced };
}

/** Only the value if there are no attachments; otherwise value and texts, so that nothing is repeated or lost. */
function valueBeside(result: JsonValue, texts: readonly string[]): JsonValue {
  const beside = texts.filter((text) => !isBlank(text)).join('\n\n');
  if (beside === '') return result ?? noOutput;
  return result === null ? beside : { result, beside };
}

/** The text of a completion without attachments; '' for a tool that returned nothing. */
export function completionText(completion: Completion): string {
  if (completion.kind === 'synthetic') return completion.text;
  const result = valueText(completion.result);
  if (completion.error === undefined) return result;
  return result === '' ? completion.error : `${completion.error}\n\n${result}`;
}

function valueText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
