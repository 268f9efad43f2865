/** The request for a summary of a conversation, and the summary in its answer. A session and the gateway ask alike. */
import type { Content } from '@interlock/transcript';
import type { Reply, Settings } from '@interlock/wire';
import { describeHistory } from './describe-history.ts';
import { summaryCut, summaryHeading, summaryInstructionsFor } from './texts.ts';
import { summaryLimit } from './window-limits.ts';

export interface SummaryRequest {
  readonly contents: readonly Content[];
  readonly system: string;
  readonly settings: Settings;
}

/** `transcript`: the conversation as text. `window`: of the model that is asked. `focus`: what must be kept in particular. */
export function summaryRequest(transcript: string, window: number, focus?: string): SummaryRequest {
  return {
    contents: [{ speaker: 'human', blocks: [{ type: 'text', text: transcript }], metadata: { turnId: 'summary' } }],
    system: summaryInstructionsFor(focus),
    settings: { stream: true, maxOutputTokens: Math.max(1_000, summaryLimit(window) * 2) },
  };
}

/** For the whole of a history but the system texts it begins with: the caller sends those again. */
export function historySummaryRequest(contents: readonly Content[], window: number): SummaryRequest {
  const first = contents.findIndex(({ speaker }) => speaker !== 'system');
  const spoken = first === -1 ? [] : contents.slice(first);
  return summaryRequest(describeHistory(spoken, { total: transcriptLimit(window) }), window);
}

/** In characters: half of the window at three characters a token, because the summariser has to hold it. */
export function transcriptLimit(window: number): number {
  return Math.floor(window * 1.5);
}

/** What the model wrote; '' where that is nothing. */
export function summaryIn({ content }: Reply): string {
  return content.blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('')
    .trim();
}

/** The summary as it is in a conversation; undefined where the model wrote none. */
export function headedSummary(reply: Reply): string | undefined {
  const summary = summaryIn(reply);
  if (summary === '') return undefined;
  const end = reply.stop === 'max-tokens' ? `\n${summaryCut}` : '';
  return `${summaryHeading}\n\n${summary}${end}`;
}
