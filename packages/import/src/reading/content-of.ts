/** Contents made from an agent's own format. */
import {
  type Block,
  type Content,
  type MediaBlock,
  type Metadata,
  type Origin,
  type Speaker,
  silentFailure,
} from '@interlock/transcript';
import { defined } from './defined.ts';

/** Returns an empty list if there are no blocks. */
export function contentOf(speaker: Speaker, blocks: readonly Block[], metadata: Metadata): readonly Content[] {
  return blocks.length === 0 ? [] : [{ speaker, blocks, ...(Object.keys(metadata).length === 0 ? {} : { metadata }) }];
}

/** The author and time of an answer. An unknown provider is left out. */
export function authorOf({ provider, model }: Origin, timestamp: number | undefined): Metadata {
  return defined({ provider: provider || undefined, model, timestamp });
}

export function textBlocks(text: string): readonly Block[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** A data URL, or a URL; undefined for anything else. */
export function mediaAt(url: string, mimeType = 'image/png'): MediaBlock | undefined {
  const [, type, data] = /^data:([^;,]*)[^,]*;base64,(.*)$/s.exec(url) ?? [];
  if (data !== undefined) return { type: 'media', mimeType: type || mimeType, data, encoding: 'base64' };
  return /^https?:/.test(url) ? { type: 'media', mimeType, data: url, encoding: 'url' } : undefined;
}

export interface Result {
  readonly callId: string;
  readonly toolName: string;
  readonly text: string;
  readonly failed: boolean;
}

export function resultBlock({ callId, toolName, text, failed }: Result): Block {
  const outcome = failed ? { error: text || silentFailure } : { result: text };
  return { type: 'tool_response', callId, toolName, ...outcome, isComplete: true };
}
