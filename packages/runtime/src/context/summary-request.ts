/** The request for a summary of a conversation, and the summary in its reply; used by sessions and the gateway. */
import type { Content } from '@interlock/transcript';
import type { Reply, Settings } from '@interlock/wire';
import { summaryCut, summaryHeading, summaryInstructionsFor } from './compaction-texts.ts';
import { describeHistory } from './describe-history.ts';
import { summaryLimit } from './window-limits.ts';

export interface SummaryRequest {
  readonly contents: readonly Content[];
  readonly system: string;
  readonly settings: Settings;
}

/** `transcript`: the conversation as text. `window`: the model's context window. `focus`: what must be kept in particular. */
export function summaryRequest(transcript: string, window: number, focus?: string): SummaryRequest {
  return {
    contents: [{ speaker: 'human', blocks: [{ type: 'text', text: transcript }], metadata: { turnId: 'summary' } }],
    system: summaryInstructionsFor(focus),
    settings: { stream: true, maxOutputTokens: Math.max(1_000, summaryLimit(window) * 2) },
  };
}

/** For a whole history without the system texts at its start: the caller sends those again. */
export function historySummaryRequest(contents: readonly Content[], window: number): SummaryRequest {
  const first = contents.findIndex(({ speaker }) => speaker !== 'system');
  const spoken = first === -1 ? [] : contents.slice(first);
  return summaryRequest(describeHistory(spoken, { total: transcriptLimit(window) }), window);
}

/** In characters: half of the window at three characters per token. */
export function transcriptLimit(window: number): number {
  return Math.floor(window * 1.5);
}

/** The text of the answer; '' if there is none. */
export function summaryIn({ content }: Reply): string {
  return content.blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('')
    .trim();
}

/** The summary as a content of the conversation; undefined if the model wrote none. */
export function headedSummary(reply: Reply): string | undefined {
  const summary = summaryIn(reply);
  if (summary === '') return undefined;
  const end = reply.stop === 'max-tokens' ? `\n${summaryCut}` : '';
  return `${summaryHeading}\n\n${summary}${end}`;
}
