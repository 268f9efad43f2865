/** Refuses what cannot be read as a history, with its path. Everything unusual but readable passes. */
import type { Content } from '../../canonical/content.ts';
import { TranscriptError } from '../../canonical/errors.ts';

export function assertReadable(content: Content, index: number): void {
  const what = unreadable(content);
  if (what === undefined) return;
  const message = `$[${index}]${what}. Run checkContents() on the history for every problem and its fix.`;
  throw new TranscriptError('canonical-corruption', message);
}

function unreadable(content: Content | null | undefined): string | undefined {
  if (typeof content !== 'object' || content === null) return ' is not an object';
  if (!isSpeaker(content.speaker)) return '.speaker is not human, ai, tool or system';
  const { blocks } = content;
  if (blocks === undefined) return undefined;
  if (!Array.isArray(blocks)) return '.blocks is not an array';
  for (let at = 0; at < blocks.length; at += 1) {
    if (!isBlockType(blocks[at]?.type)) return `.blocks[${at}] has no known type`;
  }
  return undefined;
}

function isSpeaker(speaker: unknown): boolean {
  return speaker === 'human' || speaker === 'ai' || speaker === 'tool' || speaker === 'system';
}

function isBlockType(type: unknown): boolean {
  switch (type) {
    case 'text':
    case 'thinking':
    case 'tool_call':
    case 'tool_response':
    case 'media':
    case 'code':
      return true;
    default:
      return false;
  }
}
