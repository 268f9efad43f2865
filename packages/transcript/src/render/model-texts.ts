/** Every sentence that the renderer writes for a model: constant, non-empty, and true. */
import type { MediaBlock, SyntheticReason } from '../canonical/content.ts';
import type { Origin } from '../canonical/seal.ts';

export const syntheticTexts: Readonly<Record<SyntheticReason, string>> = {
  cancelled: 'This tool call was cancelled before it started. It had no effect.',
  // A process may die after the start was recorded and before anything happened: this is all that is known.
  interrupted: 'This tool call was interrupted. It may have taken effect in part, in full, or not at all.',
  timeout: 'This tool call ran out of time and was stopped. It may have taken effect in part or in full.',
  denied: 'The user did not allow this tool call. It was not run.',
  lost: 'No result of this tool call is on record. Whether it ran is not known.',
};

/** Introduces another model's reasoning if policy wants it shown; in a user turn, never in the model's own. */
export function reasoningNote(origin: Partial<Origin>, thought: string): string {
  const author = [origin.provider, origin.model].filter((part) => part !== undefined).join('/') || 'another model';
  return `[Reasoning of ${author}, which wrote the answer that follows]\n${thought}`;
}

/** Shows at most `longest` characters of the result. */
export function orphanNote(toolName: string, payload: string, longest: number): string {
  const tool = toolName === '' ? 'a tool' : `the tool "${toolName}"`;
  const over = payload.length - longest;
  const shown = over > 0 ? `${payload.slice(0, longest).toWellFormed()}\n[${over} more characters left out]` : payload;
  return `[Result of an earlier call to ${tool}; the call itself is no longer on record]\n${shown}`;
}

/** Replaces the middle of a result that is too long for its reader. */
export function leftOutNote(characters: number): string {
  return `\n[${characters} characters of this result left out here]\n`;
}

/** Replaces media that a target, or a cautious render, cannot send. */
export function mediaPlaceholder(media: MediaBlock): string {
  const name = media.filename === undefined ? '' : ` "${media.filename}"`;
  const caption = media.caption === undefined ? '' : `: ${media.caption}`;
  return `[${media.mimeType || 'media'}${name} not shown here${caption}]`;
}

/** The error of a tool that failed without a message. */
export const silentFailure = 'The tool failed without a message.';

/** The name of a call that has none: providers refuse an empty name. */
export const unnamedTool = 'unknown_tool';

/** The key for arguments that are not a JSON object, so that none of their text is lost. */
export const rawArgumentsKey = 'raw_arguments';
