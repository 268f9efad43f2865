/** Turns are numbered, and no name is used twice in a session or its copies (docs/decisions/0012). */
import { type Content, isSummary } from '@interlock/transcript';

export function turnName(number: number): string {
  return `turn-${number}`;
}

/** The highest turn number in these contents, even if only parts of the turn are left. */
export function lastTurnNumber(contents: readonly Content[]): number {
  return contents.reduce((last, { metadata }) => {
    const number = /^turn-(\d{1,15})(\/|$)/.exec(metadata?.turnId ?? '')?.[1];
    return Math.max(last, Number(number ?? 0));
  }, 0);
}

/** The turn of a user message; undefined for everything else: answers, results, summaries. */
export function userTurn(content: Content): string | undefined {
  const { speaker, blocks, metadata } = content;
  if (speaker !== 'human' || isSummary(content)) return undefined;
  // Some agents send results in user messages.
  const isMessage = blocks.length === 0 || blocks.some(({ type }) => type !== 'tool_response');
  return isMessage ? metadata?.turnId : undefined;
}
