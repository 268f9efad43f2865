/** A completion as a result the target takes: its value, everything it says as text, and the media it may hold. */
import type { Completion, Interaction, JsonValue } from '@interlock/transcript';
import { mediaFollows, noOutput } from '../texts.ts';
import type { Traits } from '../traits.ts';
import { takesMedia } from './media-kind.ts';
import type { MediaPart, ResultPart } from './message.ts';
import { spokenText } from './spoken-text.ts';

export interface ShapedResult {
  readonly part: ResultPart;
  /** Media that have to follow in a user message (OAC-012, GEM-030). */
  readonly moved: readonly MediaPart[];
  /** How many had to become placeholders. */
  readonly replaced: number;
}

export function resultPart({ call, completion }: Interaction, id: string, name: string, traits: Traits): ShapedResult {
  const media: MediaPart[] = [];
  const moved: MediaPart[] = [];
  const texts = [completionText(completion)];
  let replaced = 0;
  for (const block of completion.attachments) {
    if (block.type === 'media' && takesMedia(traits, 'results', block)) media.push({ type: 'media', block });
    else if (block.type === 'media' && takesMedia(traits, 'user', block)) moved.push({ type: 'media', block });
    else {
      texts.push(spokenText(block));
      if (block.type === 'media' && block.encoding !== 'text') replaced += 1;
    }
  }
  if (moved.length > 0) texts.push(mediaFollows);
  const said = texts.filter((text) => text !== '').join('\n\n');
  const text = said === '' ? noOutput : said;
  const isError = completion.kind === 'synthetic' || completion.error !== undefined;
  const value = completion.kind === 'synthetic' || isError ? text : valueBeside(completion.result, texts);
  return { part: { type: 'result', canonicalId: call.id, id, name, value, text, isError, media }, moved, replaced };
}

/** The value alone where nothing came beside it; else value and texts, so that nothing is said twice or lost. */
function valueBeside(result: JsonValue, texts: readonly string[]): JsonValue {
  const beside = texts.slice(1).filter((text) => text !== '');
  if (beside.length === 0) return result ?? noOutput;
  return result === null ? beside.join('\n\n') : { result, beside: beside.join('\n\n') };
}

/** What a completion says, attachments aside; '' for a tool that returned nothing. */
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
